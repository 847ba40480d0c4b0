import { useTranslation } from "react-i18next";
import { useConfig } from "../../shared/config/config.ts";
import { QrCode } from "../../shared/ui/content/qr-code.tsx";

/** The app in the stores, where the operator has put one there (R2.18). */
export function StoreLinks() {
  const { t } = useTranslation();
  const { ios, android } = useConfig().storeLinks;
  const stores = [
    { name: t("download.appStore"), address: ios },
    { name: t("download.androidStore"), address: android },
  ].filter(({ address }) => address !== "");
  if (stores.length === 0) return null;
  return (
    <section className="download-section">
      <h2>{t("download.stores")}</h2>
      <ul className="download-stores">
        {stores.map(({ name, address }) => (
          <li key={name}>
            <QrCode text={address} label={t("download.storeCode", { name })} />
            <a href={address} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
