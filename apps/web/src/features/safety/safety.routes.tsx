import { plantTexts } from "../../shared/plant/plant-texts.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const safetyRoutes: readonly PageRoute[] = [
  {
    path: "/shutdowns",
    handle: { titleKey: "frame.shutdowns", needs: "station:read", isCached: true },
    element: page(
      async () => (await import("./holds-page.tsx")).HoldsPage,
      "console",
      "safety",
      "safety-pages",
    ),
  },
  {
    path: "/station/:id/safety",
    handle: { titleKey: "frame.safety", needs: "station:read", isCached: true },
    element: page(
      async () => (await import("./safety-page.tsx")).SafetyPage,
      ...plantTexts,
      "blocks",
      "safety-pages",
    ),
  },
];
