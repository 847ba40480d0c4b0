import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { Fleet } from "./fleet.service.ts";
import type { PlantOverview } from "./plant-overview.service.ts";

export function mountHomeRoutes(mount: Mount, overview: PlantOverview, fleet: Fleet): void {
  mount(endpoints.home.getOverview, ({ scope }) => overview.getTotals(scope));
  mount(endpoints.home.trend, ({ scope }) => fleet.getTrend(scope));
  mount(endpoints.station.compare, ({ scope, query }) => fleet.compare(scope, query));
  mount(endpoints.home.losses, ({ scope, query }) => fleet.listLosses(scope, query));
  mount(endpoints.home.co2, ({ scope }) => fleet.getCo2(scope));
  mount(endpoints.home.map, ({ scope }) => overview.getMap(scope));
}
