import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { addDays, formatClock, formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { DayValues } from "../../shared/roof/day-values.ts";
import { Scrubber } from "../../shared/roof/scrubber.tsx";
import { usePlayback } from "../../shared/roof/use-playback.ts";
import { PeriodStepper } from "./period-stepper.tsx";

interface PhoneRoofTimeProps {
  readonly plant: StationDetail;
  readonly day: string;
  readonly values: DayValues | undefined;
  readonly step: number;
  /** The moment follows the latest reports. */
  readonly isLatest: boolean;
  /** Undefined: today. */
  readonly onDay: (day: string | undefined) => void;
  /** Minutes since the day began; undefined: the latest. */
  readonly onMinute: (minute: number | undefined) => void;
}

/** Chooses the day and the moment, and plays the day. */
export function PhoneRoofTime(props: PhoneRoofTimeProps) {
  const { plant, day, values, step, isLatest, onDay, onMinute } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { today, firstDay } = plant;
  const lastStep = Math.max(values?.lastStep ?? 0, 0);
  // Before the first values of the day there is no moment to choose.
  const hasValues = values === undefined || values.lastStep >= 0;
  const stepS = values?.header.stepS ?? 300;
  const onStep = (next: number): void => onMinute(Math.round((next * stepS) / 60));
  const firstStep = values?.firstLightStep ?? 0;
  const playback = usePlayback({ step, firstStep, lastStep, stepS, onStep });
  const clock =
    values === undefined
      ? ""
      : formatClock(values.header.fromAt + step * stepS * 1000, values.header.timeZone, tag);
  const stepDay = (days: number) => () => {
    const next = addDays(day, days);
    onDay(next === today ? undefined : next);
  };
  return (
    <div className="phone-roof-time">
      <PeriodStepper
        name={day === today ? t("phone.today") : formatDay(day, tag)}
        onPrevious={firstDay !== null && day > firstDay ? stepDay(-1) : undefined}
        onNext={day < today ? stepDay(1) : undefined}
      />
      {hasValues && (
        <div className="phone-roof-moment">
          <button
            type="button"
            className="button"
            data-shape="square"
            aria-label={t(playback.isPlaying ? "layout.pause" : "layout.play")}
            disabled={lastStep === 0}
            onClick={playback.toggle}
          >
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d={playback.isPlaying ? "M8 5v14M16 5v14" : "M8 5l11 7-11 7z"} />
            </svg>
          </button>
          <Scrubber
            values={values}
            step={step}
            clock={clock}
            onStep={(next) => {
              playback.pause();
              onStep(next);
            }}
          />
          <output className="roof-clock">{clock}</output>
          <button type="button" className="button" disabled={isLatest} onClick={() => onMinute(undefined)}>
            {t("layout.latest")}
          </button>
        </div>
      )}
    </div>
  );
}
