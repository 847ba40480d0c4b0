import { plantTexts } from "../../shared/plant/plant-texts.ts";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const layoutRoutes: readonly PageRoute[] = [
  {
    path: "/station/:id/layout",
    handle: { titleKey: "frame.layout", needs: "station:read", isCached: true },
    element: page(
      async () => (await import("./layout-page.tsx")).LayoutPage,
      ...plantTexts,
      "layout",
      "layout-editor",
    ),
  },
  {
    path: "/station/:id/layout/edit",
    handle: { titleKey: "frame.layoutEdit", needs: "device:edit" },
    element: page(
      async () => (await import("./layout-editor-page.tsx")).LayoutEditorPage,
      ...plantTexts,
      "layout",
      "layout-editor",
    ),
  },
];
