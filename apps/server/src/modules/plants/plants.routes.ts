import { endpoints } from "@heliograph/contract";
import type { Mount } from "../access/access.service.ts";
import type { PlantService } from "./plants.service.ts";

export function mountStationRoutes(mount: Mount, plants: PlantService): void {
  mount(endpoints.station.list, ({ scope, query }) => plants.list(scope, query));
  mount(endpoints.station.get, ({ scope, query }) => plants.get(scope, query.stationId));
  mount(endpoints.station.add, (call) => plants.add(call, call.body));
}
