import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const compareRoutes: readonly PageRoute[] = [
  {
    path: "/compare",
    handle: { titleKey: "frame.compare", needs: "station:read", isCached: true },
    element: page(
      async () => (await import("./compare-page.tsx")).ComparePage,
      "console",
      "blocks",
      "compare",
    ),
  },
];
