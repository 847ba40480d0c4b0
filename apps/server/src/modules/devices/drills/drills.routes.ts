import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf } from "../../base/access/mount.ts";
import type { DrillService } from "./drills.service.ts";

export function mountDrillRoutes(mount: Mount, drills: DrillService): void {
  const calls = endpoints.safety;
  mount(calls.drills, (call) => drills.list(call.scope, plantOf(call)));
  mount(calls.startDrill, (call) => drills.start(call, plantOf(call), call.body));
  mount(calls.setDrillInterval, async (call) => {
    await drills.setInterval(call, plantOf(call), call.body.everyMonths);
    return null;
  });
}
