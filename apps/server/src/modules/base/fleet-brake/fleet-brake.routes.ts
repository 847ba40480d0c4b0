import { endpoints } from "@heliograph/contract";
import type { Mount } from "../access/mount.ts";
import type { FleetBrakeService } from "./fleet-brake.service.ts";

export function mountFleetBrakeRoutes(mount: Mount, fleetBrake: FleetBrakeService): void {
  mount(endpoints.fleetBrake.list, (call) => fleetBrake.list(call, call.query));
  mount(endpoints.fleetBrake.decide, async (call) => {
    await fleetBrake.decide(call, call.body);
    return null;
  });
}
