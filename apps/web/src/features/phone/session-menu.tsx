import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../shared/api/api.ts";
import { signOut } from "../../shared/auth/sign-out.ts";
import { usePhoneVersion } from "../../shared/base/theme/device.ts";
import { useServiceContacts } from "../../shared/config/service-contacts.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { sessionStore } from "../../shared/session/current-session.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { Menu } from "../../shared/ui/menu/menu.tsx";
import { DesktopLink } from "./desktop-link.tsx";

const ServiceContactsDialog = lazyPart(
  async () => (await import("../../shared/ui/content/service-contacts.tsx")).ServiceContactsDialog,
);

/** Signed-in user with personal centre, service contacts, the desktop version and sign-out; anonymous visitors can sign in. */
export function SessionMenu() {
  const { t } = useTranslation();
  const isAnonymous = sessionStore.read()?.isAnonymous === true;
  const hasContacts = useServiceContacts().length > 0;
  const isPhone = usePhoneVersion() !== undefined;
  const [isAsking, setIsAsking] = useState(false);
  const [user, setUser] = useState<DataOf<typeof endpoints.user.getUserInfo>>();
  useEffect(() => {
    if (isAnonymous) return;
    // Without it the menu has no name, and the page shows the error.
    call(endpoints.user.getUserInfo).then(
      (response) => setUser(response?.data),
      () => undefined,
    );
  }, [isAnonymous]);
  const name = user?.nickname || user?.userName || "";
  return (
    <>
      <Menu label={t("sessionMenu.label", { name })} button={<Icon name="person" />}>
        {(close) => (
          <>
            {user !== undefined && (
              <p className="menu-note">
                <strong>{name}</strong>
                {user.email ?? user.phone}
              </p>
            )}
            {!isAnonymous && (
              <>
                <Link className="menu-item" to="/shutdowns">
                  <Icon name="bolt" />
                  {t("phone.shutdowns")}
                </Link>
                <Link className="menu-item" to="/personal-center">
                  <Icon name="gear" />
                  {t("title.personal")}
                </Link>
              </>
            )}
            {hasContacts && (
              <button
                type="button"
                className="menu-item"
                onClick={() => {
                  close();
                  setIsAsking(true);
                }}
              >
                <Icon name="help" />
                {t("contacts.title")}
              </button>
            )}
            {isPhone && (
              <DesktopLink className="menu-item" to="/home">
                <Icon name="system" />
                {t("phone.desktop")}
              </DesktopLink>
            )}
            <button type="button" className="menu-item" onClick={() => void signOut()}>
              <Icon name="leave" />
              {isAnonymous ? t("action.signIn") : t("sessionMenu.signOut")}
            </button>
          </>
        )}
      </Menu>
      {isAsking && (
        <Suspense fallback={null}>
          <ServiceContactsDialog onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
