import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { plantOf } from "../../base/access/mount.ts";
import type { FigureChangeService } from "./figure-changes.service.ts";

export function mountFigureChangeRoutes(mount: Mount, figureChanges: FigureChangeService): void {
  mount(endpoints.station.figureChanges, (call) => figureChanges.list(call.scope, plantOf(call), call.query));
}
