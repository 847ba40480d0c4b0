import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import type { AlarmService } from "./alarms.service.ts";

export function mountAlarmRoutes(mount: Mount, alarms: AlarmService): void {
  mount(endpoints.home.warningCount, ({ scope }) => alarms.countUnresolved(scope));
}
