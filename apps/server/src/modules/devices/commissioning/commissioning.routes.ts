import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { fileOf, plantOf, withMessage } from "../../base/access/mount.ts";
import type { CommissioningService } from "./commissioning.service.ts";

export function mountCommissioningRoutes(mount: Mount, service: CommissioningService): void {
  const { commissioning } = endpoints;
  mount(commissioning.get, (call) => service.get(plantOf(call), call.query));
  mount(commissioning.expected, (call) => service.expected(plantOf(call)));
  mount(commissioning.save, async (call) =>
    withMessage(await service.save(call, plantOf(call), call.body), "done.expectedSaved"),
  );
  mount(commissioning.read, (call) => service.readFile(call.language, call.query.fileName, fileOf(call)));
}
