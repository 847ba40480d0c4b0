import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { PlantViewService } from "./plant-views.service.ts";

export function mountPlantViewRoutes(mount: Mount, views: PlantViewService): void {
  mount(endpoints.plantView.list, ({ scope }) => views.list(scope));
  mount(endpoints.plantView.save, ({ scope, body }) => views.save(scope, body));
  mount(endpoints.plantView.delete, async ({ scope, body }) => {
    await views.delete(scope, body.viewId);
    return null;
  });
}
