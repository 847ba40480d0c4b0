import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const homeRoutes: readonly PageRoute[] = [
  {
    path: "/home",
    handle: { titleKey: "title.home", isCached: true },
    element: page(
      async () => (await import("./home-page.tsx")).HomePage,
      "console",
      "fleet",
      "sharing",
      "earnings",
    ),
  },
];
