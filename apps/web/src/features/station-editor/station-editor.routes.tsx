import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const stationEditorRoutes: readonly PageRoute[] = [
  {
    path: "/add-power-station",
    handle: { titleKey: "title.addStation", needs: "station:add", isCached: true },
    element: page(
      async () => (await import("./add-station-page.tsx")).AddStationPage,
      "console",
      "plant-editor",
      "blocks",
    ),
  },
  {
    path: "/edit-power-station/:id",
    handle: { titleKey: "title.editStation", needs: "station:edit", isCached: true },
    element: page(
      async () => (await import("./edit-station-page.tsx")).EditedStationPage,
      "console",
      "plant-editor",
      "blocks",
    ),
  },
];
