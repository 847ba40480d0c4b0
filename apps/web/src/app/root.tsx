import { Activity, useEffect, useRef, useState } from "react";
import { matchRoutes, useLocation } from "react-router";
import { usePhoneVersion } from "../shared/base/theme/device.ts";
import { setPageLayout } from "../shared/base/theme/scale.ts";
import { page, pageWithPlaceholder } from "../shared/routing/page.tsx";
import { beginProgress } from "../shared/routing/progress.ts";
import { sessionStore } from "../shared/session/current-session.ts";
import { BarePage } from "./bare-page.tsx";
import { FrameShapes } from "./frame-shapes.tsx";
import { FramedLocation } from "./framed-location.ts";
import { LanguageOffer } from "./language-offer.tsx";
import { MaintenanceNotice, maintenancePage } from "./maintenance/maintenance-parts.tsx";
import { useMaintenance } from "./maintenance/use-maintenance.ts";
import { PageBoundary } from "./page-boundary.tsx";
import { findHandle, publicRoutes } from "./routes.tsx";
import { startSessionReset } from "./session-reset.ts";
import { ToSignIn } from "./to-sign-in.tsx";
import { usePermissionPolling } from "./use-permission-polling.ts";

const frame = pageWithPlaceholder(
  <FrameShapes />,
  async () => (await import("./frame/frame.tsx")).Frame,
  "frame",
  "blocks",
  "security",
);

const phoneGate = page(async () => (await import("./phone-gate.tsx")).PhoneGate, "phone");

const visitorPage = page(async () => (await import("./visitor-page.tsx")).VisitorPage);

/** Renders public pages or the main layout, and sets the scale. */
export function Root() {
  const location = useLocation();
  const isPublic = matchRoutes(publicRoutes, location) !== null;
  const publicHandle = isPublic ? findHandle(publicRoutes, location) : undefined;
  const needsSession = publicHandle?.needsSession === true;
  const session = sessionStore.read();
  const hasSession = session !== undefined;
  // The main layout is too wide for a phone.
  const isGated = usePhoneVersion() === "phone" && !isPublic && hasSession;
  const isFramed = !isPublic && hasSession && !isGated;
  // The frame stays mounted behind public pages, so that its cached pages are still there on return.
  const [framedAt, setFramedAt] = useState(isFramed ? location : undefined);
  if (isFramed && framedAt !== location) setFramedAt(location);

  // Maintenance is shown to users of the console and at sign-in; public pages do not need it.
  const isServed = hasSession && (!isPublic || needsSession);
  const isNotified = isServed || location.pathname === "/login";
  const maintenance = useMaintenance({ isWatched: isNotified });
  const isStopped = isServed && maintenance?.phase === "running" && session?.isSuper !== true;

  useProgress(location.pathname);
  usePermissionPolling({
    sessionId: publicHandle?.hasNoPermissionPolling === true ? undefined : session?.id,
    isPublic: !isFramed && !needsSession,
  });
  const isNarrow = isPublic ? publicHandle?.layout === "narrow" : !isFramed;
  useEffect(() => setPageLayout(isNarrow ? "narrow" : "main"), [isNarrow]);
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
      {isPublic &&
        !isStopped &&
        (needsSession && !hasSession ? <ToSignIn /> : <BarePage routes={publicRoutes} />)}
      {isGated && !isStopped && <PageBoundary address={location.pathname}>{phoneGate}</PageBoundary>}
      {!isPublic && !hasSession && <PageBoundary address={location.pathname}>{visitorPage}</PageBoundary>}
    </>
  );
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
