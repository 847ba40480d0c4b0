import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { ListViews } from "./list-views.service.ts";

export function mountListViewRoutes(mount: Mount, { plants, devices }: ListViews): void {
  mount(endpoints.plantView.list, ({ scope }) => plants.list(scope));
  mount(endpoints.plantView.save, ({ scope, body }) => plants.save(scope, body));
  mount(endpoints.plantView.delete, ({ scope, body }) => plants.delete(scope, body.viewId));
  mount(endpoints.deviceView.list, ({ scope }) => devices.list(scope));
  mount(endpoints.deviceView.save, ({ scope, body }) => devices.save(scope, body));
  mount(endpoints.deviceView.delete, ({ scope, body }) => devices.delete(scope, body.viewId));
}
