import { plantTexts } from "../../shared/plant/plant-texts.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const stationRoutes: readonly PageRoute[] = [
  {
    path: "/station/:id",
    handle: { titleKey: "title.station", isCached: true },
    element: page(async () => (await import("./station-page.tsx")).StationPage, ...plantTexts, "earnings"),
  },
  {
    path: "/station/:id/devices",
    handle: { titleKey: "frame.devices", needs: "device:read", isCached: true },
    element: page(async () => (await import("./plant-devices-page.tsx")).PlantDevicesPage, ...plantTexts),
  },
  {
    path: "/station/:id/unplaced",
    handle: { titleKey: "title.unplaced", needs: "device:read", isCached: true },
    element: page(
      async () => (await import("./unplaced-page.tsx")).UnplacedReportsPage,
      ...plantTexts,
      "unplaced",
    ),
  },
  {
    path: "/station/:id/earnings",
    handle: { titleKey: "frame.earnings", needs: "station:read", isCached: true },
    element: page(
      async () => (await import("./plant-earnings-page.tsx")).PlantEarningsPage,
      ...plantTexts,
      "earnings",
    ),
  },
];
