import { plantTexts } from "../../shared/plant/plant-texts.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const commissioningRoutes: readonly PageRoute[] = [
  {
    path: "/station/:id/commissioning",
    handle: { titleKey: "title.commissioning", needs: "device:read", isCached: true },
    element: page(
      async () => (await import("./commissioning-page.tsx")).CommissioningPage,
      ...plantTexts,
      "commissioning",
      "blocks",
    ),
  },
];
