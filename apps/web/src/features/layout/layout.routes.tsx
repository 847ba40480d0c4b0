import { plantTexts } from "../../shared/plant/plant-texts.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const layoutRoutes: readonly PageRoute[] = [
  {
    path: "/station/:id/layout",
    handle: { titleKey: "frame.layout", needs: "station:read", isCached: true },
    element: page(async () => (await import("./layout-page.tsx")).LayoutPage, ...plantTexts, "layout"),
  },
];
