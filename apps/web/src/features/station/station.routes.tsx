import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const stationRoutes: readonly PageRoute[] = [
  {
    path: "/station/:id",
    handle: { titleKey: "title.station", isCached: true },
    element: page(
      async () => (await import("./station-page.tsx")).StationPage,
      "console",
      "sharing",
      "earnings",
    ),
  },
];
