import { endpoints } from "@heliograph/contract";
import type { Mount } from "../access/access.service.ts";
import type { AlarmService } from "../alarms/alarms.service.ts";
import type { PlantService } from "../plants/plants.service.ts";

/** Home joins what two modules know of the plants in reach; it owns nothing itself. */
export function mountHomeRoutes(mount: Mount, deps: { plants: PlantService; alarms: AlarmService }): void {
  mount(endpoints.home.getOverview, async ({ scope }) => {
    const { isEveryAlarmHidden, ...overview } = await deps.plants.overview(scope);
    // Alarms of a public plant are nobody else's business.
    if (!scope.permissionIds.has("alarm:read")) return { ...overview, unresolvedAlarms: 0 };
    const unresolvedAlarms = isEveryAlarmHidden ? null : await deps.alarms.countUnresolved(scope);
    return { ...overview, unresolvedAlarms };
  });
}
