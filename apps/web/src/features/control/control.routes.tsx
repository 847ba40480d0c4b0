import { Navigate } from "react-router";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const controlRoutes: readonly PageRoute[] = [
  {
    path: "/control",
    handle: { titleKey: "title.dataList" },
    element: <Navigate to="/control/list" replace />,
  },
  {
    path: "/control/list",
    handle: { titleKey: "title.dataList", needs: "device:read", isCached: true },
    element: page(
      async () => (await import("./data-list-page.tsx")).DataListPage,
      "console",
      "control-list",
      "list-views",
    ),
  },
];
