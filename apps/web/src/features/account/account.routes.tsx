import { Navigate } from "react-router";
import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const accountRoutes: readonly PageRoute[] = [
  {
    path: "/account",
    handle: { titleKey: "title.accounts" },
    element: <Navigate to="/account/list" replace />,
  },
  {
    path: "/account/list",
    handle: { titleKey: "title.accounts", needs: "account:read", isCached: true },
    element: page(async () => (await import("./account-list-page.tsx")).AccountListPage, "account", "blocks"),
  },
];
