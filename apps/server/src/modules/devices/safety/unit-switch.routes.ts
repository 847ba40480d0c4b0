import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf } from "../../base/access/mount.ts";
import type { UnitSwitchService } from "./unit-switch.service.ts";

export function mountUnitSwitchRoutes(mount: Mount, unitSwitch: UnitSwitchService): void {
  const calls = endpoints.unitSwitch;
  mount(calls.get, (call) =>
    unitSwitch.get(call.scope, plantOf(call), { deviceId: call.query.deviceId, language: call.language }),
  );
  mount(calls.open, (call) => unitSwitch.open(call, plantOf(call), call.body));
  mount(calls.close, (call) => unitSwitch.close(call, plantOf(call), call.body));
  mount(calls.release, async (call) => {
    await unitSwitch.release(call, plantOf(call), call.body);
    return null;
  });
}
