import { useTranslation } from "react-i18next";
import { useOnline } from "../../shared/base/use-online.ts";
import { useIsLive } from "../../shared/live/live.ts";

/** Says that figures on screen may be old; nothing while the stream is open. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const isLive = useIsLive();
  if (isOnline && isLive) return null;
  return (
    <p className="phone-notice" role="status">
      {isOnline ? t("phonePlant.notLive") : t("phone.offline")}
    </p>
  );
}
