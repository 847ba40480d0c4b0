import { useTranslation } from "react-i18next";
import { QrCode } from "../ui/content/qr-code.tsx";
import "./authenticator-code.css";

/** A new secret for an authenticator app: to be read by its camera, or typed in groups of four. */
export function AuthenticatorCode({ secret, uri }: { secret: string; uri: string }) {
  const { t } = useTranslation();
  return (
    <div className="authenticator-code">
      <QrCode text={uri} label={t("authenticator.qr")} />
      <p>
        {t("authenticator.key")} <span className="mono">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</span>
      </p>
    </div>
  );
}
