import { useEffect } from "react";
import type { RouteObject } from "react-router";
import { useLocation, useRoutes } from "react-router";
import { PageBoundary } from "./page-boundary.tsx";
import { findHandle } from "./routes.tsx";
import { usePageTitle } from "./use-page-title.ts";

/** A page without the frame around it. */
export function BarePage({ routes }: { routes: RouteObject[] }) {
  const location = useLocation();
  const { pathname } = location;
  const element = useRoutes(routes);
  usePageTitle(findHandle(routes, location));
  // R2.2
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to go to the top
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void window.scrollTo(0, 0);
  }, [pathname]);
  return <PageBoundary address={pathname}>{element}</PageBoundary>;
}
