import { endpoints } from "virtual:endpoints";
import { useEffect, useState } from "react";
import { matchRoutes, Navigate, useLocation } from "react-router";
import { DesktopOnlyPage } from "../features/phone/desktop-only-page.tsx";
import { findPhoneAddress, phonePlantAddress } from "../features/phone/phone-addresses.ts";
import { PhoneLayout } from "../features/phone/phone-layout.tsx";
import { call } from "../shared/api/api.ts";
import { sessionStore } from "../shared/session/current-session.ts";
import { BarePage } from "./bare-page.tsx";
import { framedRoutes, guardedRoutes } from "./console-routes.tsx";
import { phoneConsoleRoutes } from "./phone/phone-console-routes.tsx";
import { findHandle } from "./routes.tsx";
import { usePageTitle } from "./use-page-title.ts";

/** An address of the console on a phone: its own page for it, there or elsewhere, or the choice of the desktop version. */
export function PhoneGate() {
  const location = useLocation();
  const { pathname, search } = location;
  if (matchRoutes(phoneConsoleRoutes, location) !== null) return <BarePage routes={phoneConsoleRoutes} />;
  const address = findPhoneAddress(pathname, sessionStore.read()?.isAnonymous === true, search);
  if (address !== undefined) return <Navigate to={address} replace />;
  const alarmId = /^\/alarms\/([0-9a-f-]{36})$/u.exec(pathname)?.[1];
  if (alarmId !== undefined) return <AlarmGate key={alarmId} alarmId={alarmId} />;
  return <OtherPage />;
}

/** Mails link to alarms: their plant's page shows them. */
function AlarmGate({ alarmId }: { readonly alarmId: string }) {
  const [address, setAddress] = useState<string | "missing">();
  useEffect(() => {
    call(endpoints.alarm.get, { query: { alarmId } }).then(
      (response) =>
        setAddress(response === undefined ? "missing" : phonePlantAddress(response.data.stationId)),
      () => setAddress("missing"),
    );
  }, [alarmId]);
  if (address === undefined) return null;
  return address === "missing" ? <OtherPage /> : <Navigate to={address} replace />;
}

/** A page of the console that a phone does not have, or an address that no page has. */
function OtherPage() {
  const location = useLocation();
  const { pathname, search } = location;
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
