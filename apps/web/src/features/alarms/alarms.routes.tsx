import { Navigate } from "react-router";
import type { Part } from "../../shared/base/i18n/i18n.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

const texts: readonly Part[] = ["alarms", "faults"];

export const alarmRoutes: readonly PageRoute[] = [
  {
    path: "/alarms",
    handle: { titleKey: "title.deviceAlarms" },
    element: <Navigate to="/alarms/device" replace />,
  },
  {
    path: "/alarms/device",
    handle: { titleKey: "title.deviceAlarms", needs: "alarm:read", isCached: true },
    element: page(async () => (await import("./alarm-list-page.tsx")).DeviceAlarmsPage, ...texts),
  },
  {
    path: "/alarms/threshold",
    handle: { titleKey: "title.thresholdAlarms", needs: "alarm:read", isCached: true },
    element: page(async () => (await import("./alarm-list-page.tsx")).ThresholdAlarmsPage, ...texts),
  },
  {
    path: "/alarms/log",
    handle: { titleKey: "title.alarmLog", needs: "alarm:read", isCached: true },
    element: page(async () => (await import("./alarm-log-page.tsx")).AlarmLogPage, ...texts),
  },
  {
    path: "/alarms/:id",
    handle: { titleKey: "title.alarm", needs: "alarm:read", isCached: true },
    element: page(async () => (await import("./alarm-page.tsx")).AlarmPage, ...texts),
  },
  {
    path: "/station/:id/alarms",
    handle: { titleKey: "title.plantAlarms", needs: "alarm:read", isCached: true },
    element: page(async () => (await import("./plant-alarms-page.tsx")).PlantAlarmsPage, ...texts),
  },
];
