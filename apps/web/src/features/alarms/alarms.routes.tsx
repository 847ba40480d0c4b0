import { Navigate } from "react-router";
import type { MessageKey, Part } from "../../shared/base/i18n/i18n.ts";
import { plantTexts } from "../../shared/plant/plant-texts.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";
import type { pages } from "./pages.ts";

const alarmPage = (
  path: string,
  titleKey: MessageKey,
  name: keyof typeof pages,
  parts: readonly Part[] = [],
): PageRoute => ({
  path,
  handle: { titleKey, needs: "alarm:read", isCached: true },
  element: page(async () => (await import("./pages.ts")).pages[name], "faults", "logs", ...parts),
});

export const alarmRoutes: readonly PageRoute[] = [
  {
    path: "/alarms",
    handle: { titleKey: "title.deviceAlarms" },
    element: <Navigate to="/alarms/device" replace />,
  },
  alarmPage("/alarms/device", "title.deviceAlarms", "device"),
  alarmPage("/alarms/threshold", "title.thresholdAlarms", "threshold"),
  alarmPage("/alarms/log", "title.alarmLog", "log"),
  alarmPage("/alarms/codes", "frame.faultCodes", "codes"),
  alarmPage("/alarms/:id", "title.plantAlarms", "alarm"),
  alarmPage("/station/:id/alarms", "title.plantAlarms", "plant", plantTexts),
  alarmPage("/station/:id/thresholds", "frame.alarmSettings", "thresholds", plantTexts),
];
