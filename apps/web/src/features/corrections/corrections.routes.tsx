import { plantTexts } from "../../shared/plant/plant-texts.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const correctionRoutes: readonly PageRoute[] = [
  {
    path: "/station/:id/corrections",
    handle: { titleKey: "frame.corrections", needs: "station:read", isCached: true },
    element: page(
      async () => (await import("./corrections-page.tsx")).CorrectionsPage,
      ...plantTexts,
      "corrections",
      "blocks",
    ),
  },
];
