import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LogOffDialog } from "../../shared/account/log-off-dialog.tsx";
import { useOffers } from "../../shared/api/offers.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { useServiceContacts } from "../../shared/config/service-contacts.ts";
import { sessionStore } from "../../shared/session/current-session.ts";
import { Avatar } from "../../shared/ui/content/avatar.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { ServiceContactsDialog } from "../../shared/ui/content/service-contacts.tsx";
import { ConfirmDialog } from "../../shared/ui/dialog/dialog.tsx";
import { Menu } from "../../shared/ui/menu/menu.tsx";
import { signOut } from "./sign-out.ts";

const ownPages = [
  { path: "/personal-center", titleKey: "title.personal", icon: "person" },
  { path: "/company-detail", titleKey: "title.company", icon: "company" },
] as const;

export function AccountMenu({ hasUnsaved }: { hasUnsaved: boolean }) {
  const { t } = useTranslation();
  const [isLeaving, setIsLeaving] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isCancelling, setIsCancelling] = useState(false);
  const hasContacts = useServiceContacts().length > 0;
  const isAnonymous = sessionStore.read()?.isAnonymous === true;
  const offers = useOffers();
  const { data: user } = useQuery({
    ...queryOf(endpoints.user.getUserInfo),
    enabled: !isAnonymous,
  });
  if (isAnonymous)
    return (
      <button type="button" className="button" onClick={() => void signOut()}>
        {t("action.signIn")}
      </button>
    );
  const name = user?.nickname || user?.userName || "";
  return (
    <>
      <Menu label={t("account.label", { name })} button={<Avatar name={name} avatarId={user?.avatarId} />}>
        {(close) => (
          <>
            <p className="menu-note">
              <strong>{name}</strong>
              {user?.email ?? user?.phone}
              <br />
              {user?.companyName}
            </p>
            {offers.length > 0 && (
              <Link className="menu-item" to="/home" onClick={close}>
                <Icon name="mail" />
                {t("account.offers", { count: offers.length })}
              </Link>
            )}
            {ownPages.map(({ path, titleKey, icon }) => (
              <Link key={path} className="menu-item" to={path} onClick={close}>
                <Icon name={icon} />
                {t(titleKey)}
              </Link>
            ))}
            <a className="menu-item" href="#/agreement?part=manual" target="_blank" rel="noreferrer">
              <Icon name="book" />
              {t("account.manual")}
            </a>
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
            <button
              type="button"
              className="menu-item"
              onClick={() => {
                close();
                setIsLeaving(true);
              }}
            >
              <Icon name="leave" />
              {t("account.signOut")}
            </button>
            <button
              type="button"
              className="menu-item"
              onClick={() => {
                close();
                setIsCancelling(true);
              }}
            >
              <Icon name="close" />
              {t("logOff.action")}
            </button>
          </>
        )}
      </Menu>
      {isCancelling && <LogOffDialog onClose={() => setIsCancelling(false)} />}
      {isAsking && <ServiceContactsDialog onClose={() => setIsAsking(false)} />}
      {isLeaving && (
        <ConfirmDialog
          title={t("account.signOutTitle")}
          text={hasUnsaved ? t("account.signOutUnsaved") : t("account.signOutText")}
          confirmText={t("account.signOut")}
          onConfirm={() => void signOut()}
          onCancel={() => setIsLeaving(false)}
        />
      )}
    </>
  );
}
