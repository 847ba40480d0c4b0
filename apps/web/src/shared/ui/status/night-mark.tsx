import { useTranslation } from "react-i18next";
import { formatClock } from "../../base/format/times.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { Icon } from "../content/icon.tsx";

interface NightMarkProps {
  readonly plant: {
    readonly isNight: boolean;
    readonly sunriseAt: string | null;
    readonly timeZone: string;
  };
  /** Whether the words are beside the icon, or only its title. */
  readonly hasText?: boolean;
}

/** In place of a power that is missing because the sun is low or down. Needs the texts' part `console`. */
export function NightMark({ plant: { isNight, sunriseAt, timeZone }, hasText = false }: NightMarkProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const words = (): string => {
    if (!isNight) return t("station.lowLight");
    if (sunriseAt === null) return t("station.night");
    return t("station.sunriseAt", { time: formatClock(Date.parse(sunriseAt), timeZone, tag) });
  };
  return (
    <span className="night-mark" {...(!hasText && { title: words() })}>
      <Icon name="moon" />
      <span {...(!hasText && { className: "visually-hidden" })}>{words()}</span>
    </span>
  );
}
