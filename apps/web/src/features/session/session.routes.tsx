import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const sessionRoutes: readonly PageRoute[] = [
  {
    path: "/login",
    handle: { titleKey: "title.login", layout: "narrow" },
    element: page(async () => (await import("./login-page.tsx")).LoginPage),
  },
];
