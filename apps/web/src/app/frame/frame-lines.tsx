import { useTranslation } from "react-i18next";
import { setDeviceMode, usePhoneVersion } from "../../shared/base/theme/device.ts";
import { useOnline } from "../../shared/base/use-online.ts";
import { useHasNewerApp } from "../../shared/config/newer-app.ts";
import { useIsLive } from "../../shared/live/live.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { LanguageOffer } from "../language-offer.tsx";
import { MaintenanceNotice } from "../maintenance/maintenance-parts.tsx";

/** What a person should know before reading on: lines between the tabs and the page. */
export function FrameLines() {
  const { t } = useTranslation();
  const isLive = useIsLive();
  const isOnline = useOnline();
  const hasNewerApp = useHasNewerApp();
  const isOnPhone = usePhoneVersion() === "desktop";
  return (
    <div>
      {isOnPhone && (
        <p className="frame-notice phone-version">
          <button type="button" className="button" onClick={() => setDeviceMode("mobile")}>
            <Icon name="phone" />
            {t("frame.toPhoneVersion")}
          </button>
          {t("frame.desktopVersion")}
        </p>
      )}
      <LanguageOffer />
      <MaintenanceNotice />
      {(!isOnline || !isLive) && (
        <p className="frame-notice" role="status">
          <Icon name="wifi" />
          {isOnline ? t("frame.notLive") : t("frame.offline")}
        </p>
      )}
      {hasNewerApp && (
        <p className="frame-notice" role="status">
          <Icon name="download" />
          {t("frame.newer")}
          <button type="button" className="link-button" onClick={() => location.reload()}>
            {t("frame.update")}
          </button>
        </p>
      )}
    </div>
  );
}
