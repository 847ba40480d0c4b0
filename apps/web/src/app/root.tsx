import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { matchRoutes, useLocation, useRoutes } from "react-router";
import { sessionStore } from "../shared/api/api.ts";
import { setPageLayout } from "../shared/theme/scale.ts";
import { PageBoundary } from "./page-boundary.tsx";
import { pageTitle } from "./page-title.ts";
import type { RouteHandle } from "./route-handle.ts";
import { PageNeeds } from "./route-handle.ts";
import { routes } from "./routes.tsx";
import { startSessionReset } from "./session-reset.ts";

/** What every page has: its title, its scale and a net below it. */
export function Root() {
  const { t } = useTranslation();
  const location = useLocation();
  const element = useRoutes(routes);
  const handle = matchRoutes(routes, location)?.at(-1)?.route.handle as RouteHandle | undefined;
  const translated = handle?.titleKey === undefined ? undefined : t(handle.titleKey);
  const title = pageTitle({ translated, title: handle?.title }, t("brand.cloud"));
  const isSignIn = location.pathname === "/login";
  const isNarrow = handle?.layout === "narrow" && (isSignIn || sessionStore.read() === undefined);

  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => setPageLayout(isNarrow ? "narrow" : "main"), [isNarrow]);
  useEffect(startSessionReset, []);
  return (
    <PageBoundary address={location.pathname}>
      <PageNeeds value={handle?.needs}>{element}</PageNeeds>
    </PageBoundary>
  );
}
