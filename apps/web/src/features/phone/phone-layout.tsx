import type { ReactNode } from "react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { usePhoneVersion } from "../../shared/base/theme/device.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { sessionStore } from "../../shared/session/current-session.ts";
import { PublicLayout } from "../../shared/ui/layout/public-layout.tsx";
import { DesktopLink } from "./desktop-link.tsx";
import { phoneHome } from "./phone-addresses.ts";
import "./phone-layout.css";

// Who is signed in may come after the plants.
const SessionMenu = lazyPart(async () => (await import("./session-menu.tsx")).SessionMenu);

interface PhoneLayoutProps {
  /** Page of the console that shows the same. */
  readonly desktopAddress: string;
  readonly children: ReactNode;
}

/** Frame of the phone's pages: menus at the top, ways to the other version and the manual at the bottom. */
export function PhoneLayout({ desktopAddress, children }: PhoneLayoutProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isPhone = usePhoneVersion() !== undefined;
  const home = phoneHome(sessionStore.read()?.isAnonymous === true);
  return (
    <PublicLayout
      home={home}
      tools={
        <Suspense>
          <SessionMenu />
        </Suspense>
      }
      foot={
        <>
          {pathname !== home && <Link to={home}>{t("phone.plants")}</Link>}
          <DesktopLink to={desktopAddress}>{t(isPhone ? "phone.desktop" : "phone.console")}</DesktopLink>
          <Link to="/agreement?part=manual">{t("phone.manual")}</Link>
        </>
      }
    >
      <div className="phone-page">{children}</div>
    </PublicLayout>
  );
}
