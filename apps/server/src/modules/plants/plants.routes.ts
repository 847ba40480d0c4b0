import { endpoints } from "@heliograph/contract";
import type { Mount } from "../access/access.service.ts";
import { withMessage } from "../access/access.service.ts";
import type { PlantLive } from "./plant-live.service.ts";
import type { PlantService } from "./plants.service.ts";

export function mountStationRoutes(
  mount: Mount,
  { plants, plantLive }: { plants: PlantService; plantLive: PlantLive },
): void {
  mount(endpoints.station.list, ({ scope, query }) => plants.list(scope, query));
  mount(endpoints.publicPlants.list, ({ scope, query }) => plants.listPublic(scope, query));
  mount(endpoints.station.get, (call) => plants.get(call.scope, call.query.stationId, call.plant));
  mount(endpoints.station.tariffs, ({ scope, query }) => plants.tariffs(scope, query.stationId));
  mount(endpoints.station.add, async (call) =>
    withMessage(await plants.add(call, call.body), "done.stationAdded"),
  );
  mount(endpoints.station.update, async (call) => {
    const changed = await plants.update(call, call.body);
    plantLive.touch(changed.stationId);
    return changed;
  });
}
