import { matchRoutes, Navigate, useLocation } from "react-router";
import { DesktopOnlyPage } from "../features/phone/desktop-only-page.tsx";
import { findPhoneAddress } from "../features/phone/phone-addresses.ts";
import { PhoneLayout } from "../features/phone/phone-layout.tsx";
import { sessionStore } from "../shared/session/current-session.ts";
import { BarePage } from "./bare-page.tsx";
import { framedRoutes, guardedRoutes } from "./console-routes.tsx";
import { findHandle } from "./routes.tsx";
import { usePageTitle } from "./use-page-title.ts";

/** An address of the console on a phone: its own page for it, or the choice of the desktop version. */
export function PhoneGate() {
  const location = useLocation();
  const { pathname, search } = location;
  const address = findPhoneAddress(pathname, sessionStore.read()?.isAnonymous === true);
  if (address !== undefined) return <Navigate to={address} replace />;
  const isConsolePage = matchRoutes(guardedRoutes, location) !== null;
  return (
    <PhoneLayout desktopAddress={isConsolePage ? pathname + search : "/home"}>
      {isConsolePage ? <ConsolePage /> : <BarePage routes={framedRoutes} />}
    </PhoneLayout>
  );
}

function ConsolePage() {
  usePageTitle(findHandle(framedRoutes, useLocation()));
  return <DesktopOnlyPage />;
}
