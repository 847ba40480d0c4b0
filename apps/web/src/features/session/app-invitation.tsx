import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { appAddress, isOnlyHere, QrCode } from "../../shared/ui/content/qr-code.tsx";

/**
 * The way to the installable app: a code for the phone beside the screen, a link on the phone itself
 * and where the address works on this computer only (R2.25).
 */
export function AppInvitation() {
  const { t } = useTranslation();
  const hasCode = !isOnlyHere();
  return (
    <aside className="app-invitation" aria-label={t("title.download")}>
      {hasCode && <QrCode text={appAddress()} label={t("login.appCode")} />}
      <div>
        <Link to="/mobile/download">{t("title.download")}</Link>
        {hasCode && <p>{t("login.appText")}</p>}
      </div>
    </aside>
  );
}
