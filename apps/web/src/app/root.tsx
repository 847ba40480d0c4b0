import { Activity, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { matchRoutes, Navigate, useLocation, useRoutes } from "react-router";
import { setPageLayout } from "../shared/base/theme/scale.ts";
import { useConfig } from "../shared/config/config.ts";
import { pageWithPlaceholder } from "../shared/routing/page.tsx";
import { beginProgress } from "../shared/routing/progress.ts";
import { sessionStore } from "../shared/session/current-session.ts";
import { rememberReturn } from "../shared/session/return-address.ts";
import { FrameShapes } from "./frame-shapes.tsx";
import { FramedLocation } from "./framed-location.ts";
import { LanguageOffer } from "./language-offer.tsx";
import { MaintenanceNotice, maintenancePage } from "./maintenance/maintenance-parts.tsx";
import { useMaintenance } from "./maintenance/use-maintenance.ts";
import { PageBoundary } from "./page-boundary.tsx";
import { pageTitle } from "./page-title.ts";
import { findHandle, framedRoutes, guardedRoutes, publicRoutes } from "./routes.tsx";
import { startSessionReset } from "./session-reset.ts";
import { usePermissionPolling } from "./use-permission-polling.ts";

const frame = pageWithPlaceholder(
  <FrameShapes />,
  async () => (await import("./frame/frame.tsx")).Frame,
  "frame",
  "blocks",
  "security",
);

/** Renders public pages or the main layout, and sets title and scale. */
export function Root() {
  const location = useLocation();
  const isPublic = matchRoutes(publicRoutes, location) !== null;
  const session = sessionStore.read();
  const hasSession = session !== undefined;
  const isGuarded = isPublic
    ? findHandle(publicRoutes, location)?.needsSession === true
    : matchRoutes(guardedRoutes, location) !== null;
  const isFramed = !isPublic && hasSession;
  const hasNoPolling = isPublic && findHandle(publicRoutes, location)?.hasNoPermissionPolling === true;
  // The frame stays mounted behind public pages, so that its cached pages are still there on return.
  const [framedAt, setFramedAt] = useState(isFramed ? location : undefined);
  if (isFramed && framedAt !== location) setFramedAt(location);

  // Maintenance is shown to users of the console and at sign-in; public pages do not need it.
  const isServed = isFramed || (isGuarded && hasSession);
  const isNotified = isServed || location.pathname === "/login";
  const maintenance = useMaintenance({ isWatched: isNotified });
  const isStopped = isServed && maintenance?.phase === "running" && session?.isSuper !== true;

  useProgress(location.pathname);
  usePermissionPolling({
    sessionId: hasNoPolling ? undefined : session?.id,
    isPublic: !isFramed && !isGuarded,
  });
  usePageTitleAndLayout(isFramed);
  useEffect(startSessionReset, []);
  return (
    <>
      {framedAt !== undefined && (
        <Activity mode={isFramed && !isStopped ? "visible" : "hidden"}>
          <FramedLocation value={framedAt}>
            <PageBoundary address={framedAt.pathname}>{frame}</PageBoundary>
          </FramedLocation>
        </Activity>
      )}
      {isStopped && maintenancePage}
      {!isFramed && <LanguageOffer />}
      {!isFramed && !isStopped && isNotified && <MaintenanceNotice />}
      {!isFramed && !isStopped && (isGuarded && !hasSession ? <ToSignIn /> : <BarePage />)}
    </>
  );
}

/** Guarded pages without a session lead to sign-in, and back afterwards. */
function ToSignIn() {
  const { pathname, search } = useLocation();
  rememberReturn(pathname + search);
  return <Navigate to="/login" replace />;
}

function BarePage() {
  const { pathname } = useLocation();
  const element = useRoutes([...publicRoutes, ...framedRoutes]);
  // R2.2
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to go to the top
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void window.scrollTo(0, 0);
  }, [pathname]);
  return <PageBoundary address={pathname}>{element}</PageBoundary>;
}

/** Every page change starts the progress bar; it ends when the code of the page is loaded (R2.3). */
function useProgress(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const end = beginProgress();
    const frame = requestAnimationFrame(end);
    return () => {
      cancelAnimationFrame(frame);
      end();
    };
  }, [path]);
}

function usePageTitleAndLayout(isFramed: boolean): void {
  const { t } = useTranslation();
  const location = useLocation();
  const handle = findHandle([...publicRoutes, ...framedRoutes], location);
  const translated = handle?.titleKey === undefined ? undefined : t(handle.titleKey);
  const title = pageTitle(
    { translated, title: handle?.title },
    t("brand.cloud", { name: useConfig().brand }),
  );
  const isNarrow = !isFramed && handle?.layout === "narrow";
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => setPageLayout(isNarrow ? "narrow" : "main"), [isNarrow]);
}
