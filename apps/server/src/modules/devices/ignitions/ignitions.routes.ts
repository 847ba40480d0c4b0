import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf } from "../../base/access/mount.ts";
import type { IgnitionService } from "./ignitions.service.ts";

export function mountIgnitionRoutes(mount: Mount, ignitions: IgnitionService): void {
  const calls = endpoints.ignition;
  mount(calls.list, (call) =>
    ignitions.list(call.scope, plantOf(call), { ...call.query, language: call.language }),
  );
  mount(calls.ignite, (call) => ignitions.ignite(call, plantOf(call), call.body));
  mount(calls.cancel, async (call) => {
    await ignitions.cancel(call, plantOf(call), call.body.ignitionId);
    return null;
  });
}
