import type { RouteObject } from "react-router";
import { matchRoutes, Navigate, useLocation } from "react-router";
import { agreementRoutes } from "../features/agreement/agreement.routes.tsx";
import { phoneRoutes } from "../features/phone/phone.routes.tsx";
import { publicPageRoutes } from "../features/public/public.routes.tsx";
import { sessionRoutes } from "../features/session/session.routes.tsx";
import { solutionsRoutes } from "../features/solutions/solutions.routes.tsx";
import type { PageHandle } from "../shared/routing/route.ts";
import { sessionStore } from "../shared/session/current-session.ts";
import { redirectTarget } from "./redirect-target.ts";

/** Home; without a session directly sign-in, so that the code of the console is not loaded on the way there. */
function Start() {
  return <Navigate to={sessionStore.read() === undefined ? "/login" : "/home"} replace />;
}

/** Re-opens the path after /redirect with its query (R2.5). */
function Reopen() {
  return <Navigate to={redirectTarget(useLocation())} replace />;
}

/** Pages without the frame around them, open to everyone, and addresses that lead elsewhere. */
export const publicRoutes: RouteObject[] = [
  { path: "/", element: <Start /> },
  { path: "/LayoutLogin", caseSensitive: true, element: <Navigate to="/login" replace /> },
  { path: "/redirect/*", element: <Reopen /> },
  ...sessionRoutes,
  ...publicPageRoutes,
  ...phoneRoutes,
  ...agreementRoutes,
  ...solutionsRoutes,
];

/** What the route of an address says of its page. */
export function findHandle(routes: RouteObject[], address: { pathname: string }): PageHandle | undefined {
  return matchRoutes(routes, address)?.at(-1)?.route.handle as PageHandle | undefined;
}
