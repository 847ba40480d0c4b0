import { DeviceAlarmsPage, ThresholdAlarmsPage } from "./alarm-list-page.tsx";
import { AlarmLogPage } from "./alarm-log-page.tsx";
import { AlarmPage } from "./alarm-page.tsx";
import { FaultCodesPage } from "./fault-codes-page.tsx";
import { PlantAlarmsPage } from "./plant-alarms-page.tsx";
import { PlantThresholdsPage } from "./plant-thresholds-page.tsx";

/** Pages of alarms by name; one request loads them all, so that every other page carries one address for them. */
export const pages = {
  device: DeviceAlarmsPage,
  threshold: ThresholdAlarmsPage,
  log: AlarmLogPage,
  codes: FaultCodesPage,
  plant: PlantAlarmsPage,
  thresholds: PlantThresholdsPage,
  alarm: AlarmPage,
} as const;
