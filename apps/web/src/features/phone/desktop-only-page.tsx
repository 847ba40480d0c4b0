import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { sessionStore } from "../../shared/session/current-session.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { DesktopLink } from "./desktop-link.tsx";
import { phoneHome } from "./phone-addresses.ts";

/** What a phone shows at the address of a page that only the console has. */
export function DesktopOnlyPage() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <>
      <h1 className="visually-hidden">{t("phone.desktop")}</h1>
      <EmptyState icon="system" title={t("phone.desktopTitle")} text={t("phone.desktopText")}>
        <DesktopLink className="button" to={pathname + search}>
          {t("phone.openDesktop")}
        </DesktopLink>
        <Link
          className="button"
          data-kind="primary"
          to={phoneHome(sessionStore.read()?.isAnonymous === true)}
        >
          {t("phone.plants")}
        </Link>
      </EmptyState>
    </>
  );
}
