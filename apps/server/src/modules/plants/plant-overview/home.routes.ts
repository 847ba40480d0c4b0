import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { PlantOverview } from "./plant-overview.service.ts";

export function mountHomeRoutes(mount: Mount, overview: PlantOverview): void {
  mount(endpoints.home.getOverview, ({ scope }) => overview.getTotals(scope));
}
