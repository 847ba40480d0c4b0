import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const earningsRoutes: readonly PageRoute[] = [
  {
    path: "/earnings",
    handle: { titleKey: "frame.earnings", needs: "station:read", isCached: true },
    element: page(
      async () => (await import("./fleet-earnings-page.tsx")).FleetEarningsPage,
      "console",
      "blocks",
      "earnings",
      "fleet",
      "fleet-earnings",
    ),
  },
];
