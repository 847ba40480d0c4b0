import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const deviceRoutes: readonly PageRoute[] = [
  {
    path: "/device/:id",
    handle: { titleKey: "frame.devices", needs: "device:read", isCached: true },
    element: page(async () => await (await import("./load-page.ts")).loadPage()),
  },
];
