import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const importRoutes: readonly PageRoute[] = [
  {
    path: "/control/import",
    handle: { titleKey: "title.deviceImport", needs: "device:import", isCached: true },
    element: page(async () => (await import("./import-page.tsx")).ImportPage, "device-import", "blocks"),
  },
];
