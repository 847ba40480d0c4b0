import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const addStationRoutes: readonly PageRoute[] = [
  {
    path: "/add-power-station",
    handle: { titleKey: "title.addStation", needs: "station:add", isKept: true },
    element: page(async () => (await import("./add-station-page.tsx")).AddStationPage, "console"),
  },
];
