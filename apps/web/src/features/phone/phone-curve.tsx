import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import type { PointerEvent } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatEnergy, formatScaled, formatShare, formatTick } from "../../shared/base/format/numbers.ts";
import { addDays, formatClock, formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { labelDay } from "../../shared/ui/chart/label-day.ts";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";
import type { DayCurve } from "./curve-shape.ts";
import { areaPath, findPoint, frameOf, HEIGHT, linePath, toX, WIDTH } from "./curve-shape.ts";
import { forMouse } from "./for-mouse.ts";
import { PeriodStepper } from "./period-stepper.tsx";
import { usePlantData } from "./use-plant-data.ts";
import "./phone-curve.css";

interface PhoneCurveProps {
  readonly plant: StationDetail;
  /** Changes when the plant has reported. */
  readonly version: number;
}

/** Today; before sunrise, when today has nothing to show, the day before. */
function useFirstShownDay({ today, firstDay, sun }: StationDetail): string {
  const isBeforeSunrise = useServerNow() < Date.parse(sun?.sunriseAt ?? "");
  return isBeforeSunrise && firstDay !== null && firstDay < today ? addDays(today, -1) : today;
}

/** Power over a day. */
export function PhoneCurve({ plant, version }: PhoneCurveProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [chosen, setChosen] = useState<string>();
  const { stationId, today, firstDay } = plant;
  const firstShown = useFirstShownDay(plant);
  const day = chosen ?? firstShown;
  const { known, retry } = usePlantData(endpoints.station.curve, { stationId, day }, version);
  const step = (days: number) => () => {
    const next = addDays(day, days);
    setChosen(next === firstShown ? undefined : next);
  };
  return (
    <section className="card phone-card" aria-labelledby="phone-curve">
      <h2 id="phone-curve">{t("phonePlant.curve")}</h2>
      <PeriodStepper
        name={day === today ? t("phone.today") : formatDay(day, tag)}
        onPrevious={firstDay !== null && day > firstDay ? step(-1) : undefined}
        onNext={day < today ? step(1) : undefined}
      />
      {known.state === "loading" && <Skeleton width="100%" height="24rem" />}
      {known.state === "failed" && <FailedState error={known.error} onRetry={retry} />}
      {known.state === "ready" && <Curve key={day} curve={known.data} />}
    </section>
  );
}

function Curve({ curve }: { readonly curve: DayCurve }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [touched, setTouched] = useState<number>();
  const isEmpty = curve.points.every(({ powerW }) => powerW === null);
  if (isEmpty && curve.expected.length === 0)
    return <EmptyState icon="bolt" title={t("phonePlant.noCurve")} text={t("phonePlant.noCurveText")} />;
  const frame = frameOf(curve);
  const lengthMs = frame.toAt - frame.fromAt;
  const label = labelDay(lengthMs, (ms) => formatClock(frame.fromAt + ms, curve.timeZone, tag));
  const point = touched === undefined ? undefined : findPoint(curve, touched);
  const touch = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setTouched(Math.min(1, Math.max(0, (clientX - left) / width)));
  };
  const energy = formatEnergy(curve.energyWh, tag);
  return (
    <>
      <p className="phone-curve-facts">{point === undefined ? <DayFacts curve={curve} /> : pointText()}</p>
      <div className="phone-curve">
        <span className="phone-curve-max">{formatTick(frame.maxW, "W", tag, frame.maxW)}</span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t("phonePlant.curveLabel", { day: formatDay(curve.day, tag), energy })}
          onPointerDown={touch}
          onPointerMove={touch}
          onPointerLeave={forMouse(() => setTouched(undefined))}
        >
          <path
            className="phone-curve-grid"
            d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`}
          />
          <path className="phone-curve-expected" d={linePath(withoutNight(curve.expected), frame)} />
          <path className="phone-curve-clear-sky" d={linePath(withoutNight(curve.clearSky), frame)} />
          <path className="phone-curve-area" d={areaPath(curve.points, frame)} />
          <path className="phone-curve-line" d={linePath(curve.points, frame)} />
          {point !== undefined && (
            <path className="phone-curve-mark" d={`M${toX(Date.parse(point.at), frame)} 0V${HEIGHT}`} />
          )}
        </svg>
      </div>
      <p className="phone-curve-hours" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{label(share * lengthMs)}</span>
        ))}
      </p>
      {curve.expected.length > 0 && (
        <p className="phone-curve-legend">
          <span data-line="measured">{t("phonePlant.measured")}</span>
          <span data-line="expected">
            {t(curve.expectedFrom === "clear-sky" ? "phonePlant.clearSky" : "phonePlant.expected")}
          </span>
          {curve.clearSky.length > 0 && <span data-line="clear-sky">{t("phonePlant.clearSky")}</span>}
        </p>
      )}
    </>
  );

  function pointText(): string {
    const time = formatClock(Date.parse(point?.at ?? curve.fromAt), curve.timeZone, tag);
    if (point?.powerW == null) return `${time} · ${t("phonePlant.gap")}`;
    const { text, unit } = formatScaled(point.powerW, "W", tag);
    return `${time} · ${text} ${unit}`;
  }
}

function DayFacts({ curve }: { readonly curve: DayCurve }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const hasReports = curve.points.some(({ powerW }) => powerW !== null);
  if (!hasReports && curve.energyWh === 0) return t("phonePlant.gap");
  const share = hasReports ? curve.expectedShare : null;
  const key = curve.expectedFrom === "clear-sky" ? "phonePlant.ofClearSky" : "phonePlant.ofExpected";
  return (
    <>
      {formatEnergy(curve.energyWh, tag)}
      {share !== null && ` · ${t(key, { share: formatShare(share, tag, 0) })}`}{" "}
      <UpdatingMark isUpdating={curve.isUpdating} isCompact />
    </>
  );
}

/** A line along zero says nothing. */
const withoutNight = (points: DayCurve["points"]): DayCurve["points"] =>
  points.map((point) => (point.powerW === 0 ? { ...point, powerW: null } : point));
