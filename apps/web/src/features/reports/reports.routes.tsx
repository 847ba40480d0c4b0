import { plantTexts } from "../../shared/plant/plant-texts.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

const handle = { titleKey: "frame.reports", needs: "station:read", isCached: true } as const;

export const reportRoutes: readonly PageRoute[] = [
  {
    path: "/reports",
    handle,
    element: page(
      async () => (await import("./fleet-reports-page.tsx")).FleetReportsPage,
      "reports",
      "blocks",
    ),
  },
  {
    path: "/station/:id/reports",
    handle,
    element: page(
      async () => (await import("./plant-reports-page.tsx")).PlantReportsPage,
      ...plantTexts,
      "reports",
      "blocks",
    ),
  },
];
