import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { findComingSunrise } from "../base/coming-sunrise.ts";
import { addDays, formatClock } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { useServerNow } from "../ui/status/time-ago.tsx";
import type { DayValues } from "./day-values.ts";

interface NoValuesYetProps {
  readonly plant: StationDetail;
  readonly day: string;
  readonly values: DayValues | undefined;
  readonly onDay: (day: string) => void;
}

/** Why a roof has no values so far today, with the way to the day before. */
export function NoValuesYet({ plant, day, values, onDay }: NoValuesYetProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  const { today, firstDay, sun, timeZone } = plant;
  if (day !== today || values === undefined || values.lastStep >= 0) return null;
  const sunriseAt = findComingSunrise(sun, now);
  return (
    <div className="roof-no-values">
      <p>
        {t("layout.noValues")}{" "}
        {sunriseAt !== undefined && t("layout.untilSunrise", { time: formatClock(sunriseAt, timeZone, tag) })}
      </p>
      {firstDay !== null && firstDay < today && (
        <button type="button" className="button" onClick={() => onDay(addDays(today, -1))}>
          {t("layout.showYesterday")}
        </button>
      )}
    </div>
  );
}
