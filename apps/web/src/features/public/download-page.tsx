import { useTranslation } from "react-i18next";
import { install, useInstallState } from "../../shared/install/install-prompt.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { appAddress, isOnlyHere, QrCode } from "../../shared/ui/content/qr-code.tsx";
import { PublicLayout } from "../../shared/ui/layout/public-layout.tsx";
import { InstallByHand } from "./install-by-hand.tsx";
import { StoreLinks } from "./store-links.tsx";
import "./download.css";

/** The console as an app: installed from this server by the browser (R2.18). */
export function DownloadPage() {
  const { t } = useTranslation();
  return (
    <PublicLayout>
      <div className="download-head">
        <div>
          <h1>{t("download.title")}</h1>
          <p className="public-lead">{t("download.text")}</p>
          <InstallNow />
        </div>
        <figure className="download-code">
          <QrCode text={appAddress()} label={t("login.appCode")} />
          <figcaption>{isOnlyHere() ? t("download.codeOnlyHere") : t("download.code")}</figcaption>
        </figure>
      </div>
      <StoreLinks />
      <InstallByHand />
      <section className="download-section">
        <h2>{t("download.facts")}</h2>
        <ul className="download-facts">
          <li>{t("download.factOffline")}</li>
          <li>{t("download.factSession")}</li>
          <li>{t("download.factUpdate")}</li>
        </ul>
      </section>
    </PublicLayout>
  );
}

function InstallNow() {
  const { t } = useTranslation();
  const state = useInstallState();
  if (state === "offered")
    return (
      <button
        type="button"
        className="button download-now"
        data-kind="primary"
        onClick={() => void install()}
      >
        <Icon name="download" />
        {t("download.install")}
      </button>
    );
  if (!isSecureContext) return <p className="download-note">{t("download.notSecure")}</p>;
  if (state === "unknown") return null;
  return (
    <p className="download-note" role="status">
      <Icon name="check" />
      {state === "running" ? t("download.running") : t("download.installed")}
    </p>
  );
}
