import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { signOut } from "../../shared/auth/sign-out.ts";
import { sessionStore } from "../../shared/session/current-session.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { Menu } from "../../shared/ui/menu/menu.tsx";

/** Signed-in user and sign-out on a phone's page; anonymous visitors can sign in. */
export function SessionMenu() {
  const { t } = useTranslation();
  const isAnonymous = sessionStore.read()?.isAnonymous === true;
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
    <Menu label={t("sessionMenu.label", { name })} button={<Icon name="person" />}>
      {() => (
        <>
          {user !== undefined && (
            <p className="menu-note">
              <strong>{name}</strong>
              {user.email ?? user.phone}
            </p>
          )}
          <button type="button" className="menu-item" onClick={() => void signOut()}>
            <Icon name="leave" />
            {isAnonymous ? t("action.signIn") : t("sessionMenu.signOut")}
          </button>
        </>
      )}
    </Menu>
  );
}
