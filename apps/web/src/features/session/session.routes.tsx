import { page } from "../../shared/routing/page.tsx";
import type { PageRoute } from "../../shared/routing/route.ts";

export const sessionRoutes: readonly PageRoute[] = [
  {
    path: "/login",
    handle: { titleKey: "title.login", layout: "narrow" },
    element: page(async () => (await import("./login-page.tsx")).LoginPage),
  },
  {
    path: "/reg",
    handle: { titleKey: "title.register", layout: "narrow", hasNoPermissionPolling: true },
    element: page(async () => (await import("./register-page.tsx")).RegisterPage, "registration"),
  },
  {
    path: "/forgot",
    handle: { titleKey: "title.forgot", layout: "narrow", hasNoPermissionPolling: true },
    element: page(async () => (await import("./forgot-page.tsx")).ForgotPage, "registration"),
  },
];
