import { endpoints } from "@heliograph/contract";
import type { Mount, MountFile } from "../../base/access/mount.ts";
import { plantOf } from "../../base/access/mount.ts";
import type { LayoutService } from "./layouts.service.ts";

export function mountLayoutRoutes(mount: Mount, mountFile: MountFile, layouts: LayoutService): void {
  mount(endpoints.layout.get, (call) => layouts.get(plantOf(call)));
  mountFile(endpoints.layout.day, (call) => layouts.day(call.scope, plantOf(call), call.query));
}
