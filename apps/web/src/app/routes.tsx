import type { ComponentType, ReactNode } from "react";
import { lazy, Suspense } from "react";
import type { RouteObject } from "react-router";
import { Navigate, useLocation, useParams } from "react-router";
import { sessionStore } from "../shared/api/api.ts";
import { rememberReturn } from "../shared/session/return-address.ts";
import { PageComing } from "./page-coming.tsx";
import type { RouteHandle } from "./route-handle.ts";

/** A page whose code comes when it is opened; the bar at the top moves meanwhile. */
function page(load: () => Promise<ComponentType>): ReactNode {
  const Page = lazy(async () => ({ default: await load() }));
  return (
    <Suspense fallback={<PageComing />}>
      <Page />
    </Suspense>
  );
}

const handle = (value: RouteHandle): RouteHandle => value;
const frame = page(async () => (await import("./frame/frame.tsx")).Frame);

/** Guarded pages without a session lead to sign-in, and back afterwards. */
function Guarded() {
  const { pathname, search } = useLocation();
  if (sessionStore.read() !== undefined) return frame;
  rememberReturn(pathname + search);
  return <Navigate to="/login" replace />;
}

/** Re-opens the path after /redirect with its query (R2.5). */
function Reopen() {
  const { "*": path = "" } = useParams();
  const { search } = useLocation();
  return <Navigate to={`/${path}${search}`} replace />;
}

export const routes: RouteObject[] = [
  { path: "/", element: <Navigate to="/home" replace /> },
  { path: "/LayoutLogin", caseSensitive: true, element: <Navigate to="/login" replace /> },
  { path: "/redirect/*", element: <Reopen /> },
  {
    path: "/login",
    handle: handle({ titleKey: "title.login", layout: "narrow" }),
    element: page(async () => (await import("../features/session/login-page.tsx")).LoginPage),
  },
  {
    element: <Guarded />,
    children: [
      {
        path: "/home",
        handle: handle({ titleKey: "title.home" }),
        element: page(async () => (await import("../features/home/home-page.tsx")).HomePage),
      },
      {
        path: "/station/:id",
        handle: handle({ titleKey: "title.station" }),
        element: page(async () => (await import("../features/station/station-page.tsx")).StationPage),
      },
      {
        path: "/add-power-station",
        handle: handle({ titleKey: "title.addStation", needs: "station:add" }),
        element: page(
          async () => (await import("../features/add-station/add-station-page.tsx")).AddStationPage,
        ),
      },
    ],
  },
  {
    // 401, 404 and unknown paths: in the main layout with a session, bare without one (R1.16).
    element: page(async () => (await import("./pages/message-layout.tsx")).MessageLayout),
    children: [
      {
        path: "/401",
        handle: handle({ titleKey: "title.noPermission", layout: "narrow" }),
        element: page(async () => (await import("./pages/message-pages.tsx")).NoPermissionPage),
      },
      {
        path: "*",
        handle: handle({ titleKey: "title.notFound", layout: "narrow" }),
        element: page(async () => (await import("./pages/message-pages.tsx")).NotFoundPage),
      },
    ],
  },
];
