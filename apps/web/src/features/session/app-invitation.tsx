import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { appAddress, QrCode } from "../../shared/ui/qr-code.tsx";

/** The way to the installable app: a code for the phone beside the screen, a link on the phone itself (R2.25). */
export function AppInvitation() {
  const { t } = useTranslation();
  return (
    <aside className="app-invitation" aria-label={t("title.download")}>
      <QrCode text={appAddress()} label={t("login.appCode")} />
      <div>
        <Link to="/mobile/download">{t("title.download")}</Link>
        <p>{t("login.appText")}</p>
      </div>
    </aside>
  );
}
