import { endpoints } from "@heliograph/contract";
import type { Mount } from "../access/access.service.ts";
import { withMessage } from "../access/access.service.ts";
import type { LogService } from "./log.service.ts";

export function mountLogRoutes(mount: Mount, service: LogService): void {
  const { log } = endpoints;
  mount(log.list, ({ scope, query }) => service.list(scope, query));
  mount(log.refusals, ({ scope, query }) => service.listRefusals(scope, query));
  mount(log.verification, () => service.getVerification());
  mount(log.verify, async (call) => {
    await service.askForVerification(call);
    return withMessage(null, "done.verificationAsked");
  });
}
