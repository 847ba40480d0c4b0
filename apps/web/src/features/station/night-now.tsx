import { useTranslation } from "react-i18next";
import { formatClock, formatIn } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";

/** The night with its end, in place of the power. */
export function NightNow({ sunriseAt, timeZone }: { readonly sunriseAt: number; readonly timeZone: string }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  return (
    <div className="now-night">
      <span className="now-moon">
        <Icon name="moon" />
      </span>
      <p className="now-night-title">{t("station.night")}</p>
      <p className="now-share">
        {t("station.sunrise", { time: formatClock(sunriseAt, timeZone, tag) })} ·{" "}
        {formatIn(sunriseAt, now, tag)}
      </p>
    </div>
  );
}
