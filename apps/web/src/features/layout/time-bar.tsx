import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatClock } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { DayValues } from "../../shared/roof/day-values.ts";
import { Scrubber } from "../../shared/roof/scrubber.tsx";
import { speeds, usePlayback } from "../../shared/roof/use-playback.ts";
import { rangeAround, readRange, stepRange } from "../../shared/ui/form/range-picker/range.ts";
import { RangePicker } from "../../shared/ui/form/range-picker/range-picker.tsx";
import { Segmented } from "../../shared/ui/form/segmented.tsx";

const kinds = ["day"] as const;

interface TimeBarProps {
  readonly plant: StationDetail;
  readonly day: string;
  /** The day that is compared. */
  readonly other: string | undefined;
  readonly values: DayValues | undefined;
  readonly step: number;
  /** The moment follows the latest reports. */
  readonly isLatest: boolean;
  readonly onDay: (day: string | undefined) => void;
  /** Undefined: compares no longer. */
  readonly onOther: (day: string | undefined) => void;
  /** Undefined: the latest. */
  readonly onStep: (step: number | undefined) => void;
}

/** Chooses the day and the moment, and plays the day. */
export function TimeBar(props: TimeBarProps) {
  const { plant, day, other, values, step, isLatest, onDay, onOther, onStep } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const bounds = { first: plant.firstDay ?? undefined, today: plant.today };
  const range = readRange(day, kinds, bounds) ?? rangeAround("day", plant.today);
  const lastStep = Math.max(values?.lastStep ?? 0, 0);
  const stepS = values?.header.stepS ?? 300;
  const firstStep = values?.firstLightStep ?? 0;
  const playback = usePlayback({ step, firstStep, lastStep, stepS, onStep });
  const clock =
    values === undefined
      ? ""
      : formatClock(values.header.fromAt + step * stepS * 1000, values.header.timeZone, tag);
  return (
    <div className="roof-time">
      <button type="button" className="button" disabled={lastStep === 0} onClick={playback.toggle}>
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d={playback.isPlaying ? "M8 5v14M16 5v14" : "M8 5l11 7-11 7z"} />
        </svg>
        {t(playback.isPlaying ? "layout.pause" : "layout.play")}
      </button>
      <Segmented
        label={t("layout.speed")}
        value={String(playback.speed)}
        options={speeds.map((speed) => ({
          value: String(speed),
          text: t("layout.speedOf", { minutes: speed }),
        }))}
        onChange={(text) => playback.setSpeed(speeds.find((speed) => String(speed) === text) ?? speeds[0])}
      />
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
      <button type="button" className="button" disabled={isLatest} onClick={() => onStep(undefined)}>
        {t("layout.latest")}
      </button>
      <RangePicker
        {...bounds}
        label={t("layout.day")}
        range={range}
        kinds={kinds}
        presets={["today", "yesterday"]}
        onRange={({ from }) => onDay(from === plant.today ? undefined : from)}
      />
      <button
        type="button"
        className="button"
        aria-pressed={other !== undefined}
        onClick={() => onOther(other === undefined ? stepRange(range, -1).from : undefined)}
      >
        {t("layout.compare")}
      </button>
      {other !== undefined && (
        <span className="roof-compared">
          <span className="note" aria-hidden="true">
            {t("layout.comparedDay")}
          </span>
          <RangePicker
            {...bounds}
            label={t("layout.comparedDay")}
            range={readRange(other, kinds, bounds) ?? stepRange(range, -1)}
            kinds={kinds}
            presets={["yesterday"]}
            onRange={({ from }) => onOther(from)}
          />
        </span>
      )}
    </div>
  );
}
