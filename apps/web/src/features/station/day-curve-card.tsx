import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { dropPath, queryOf } from "../../shared/api/queries.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import { findComingSunrise } from "../../shared/base/coming-sunrise.ts";
import { formatEnergy, formatShare } from "../../shared/base/format/numbers.ts";
import { formatClock, formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useUpdatingReload } from "../../shared/live/use-updating-reload.ts";
import { Chart } from "../../shared/ui/chart/chart.tsx";
import { rangeAround, readRange } from "../../shared/ui/form/range-picker/range.ts";
import { RangePicker } from "../../shared/ui/form/range-picker/range-picker.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { ImplausibleNote } from "../../shared/ui/status/implausible-note.tsx";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";
import { CompareChoice } from "./compare-choice.tsx";
import type { ComparedCurve, Curve } from "./day-curve.ts";
import { dayCurveOption, summarizeDay } from "./day-curve.ts";
import { getEqualEnergies } from "./equal-energies.ts";
import { PlaceNote } from "./place-note.tsx";
import { readComparison, useComparedCurve } from "./use-compared-curve.ts";
import { Weather } from "./weather.tsx";

const HEIGHT = "33rem";
const MINUTE_MS = 60_000;
const kinds = ["day"] as const;

interface DayCurveCardProps {
  readonly plant: StationDetail;
  readonly day: string;
  readonly onDay: (day: string | undefined) => void;
  /** What the day is compared with: `median` or a day, as in the address. */
  readonly compare: string | null;
  readonly onCompare: (compare: string | undefined) => void;
}

/** Measured and expected power over one of the plant's own days, and that of another or a typical day. */
export function DayCurveCard({ plant, day: asked, onDay, compare, onCompare }: DayCurveCardProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const bounds = { first: plant.firstDay ?? undefined, today: plant.today };
  const range = readRange(asked, kinds, bounds) ?? rangeAround("day", plant.today);
  const day = range.from;
  const curve = useQueryWithPrevious(queryOf(endpoints.station.curve, { stationId: plant.stationId, day }));
  const isUpdating = curve.data?.isUpdating === true;
  useUpdatingReload(isUpdating, () => void dropPath(endpoints.station.curve.path));
  const title = day === plant.today ? t("curve.title") : t("curve.titleOfDay", { day: formatDay(day, tag) });
  return (
    <section className="card curve" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        {curve.data !== undefined && <CurveNote curve={curve.data} />}
        <UpdatingMark isUpdating={isUpdating} />
        <span className="push" />
        <RangePicker
          {...bounds}
          label={t("curve.day")}
          range={range}
          kinds={kinds}
          presets={["today", "yesterday"]}
          onRange={({ from }) => onDay(from === plant.today ? undefined : from)}
        />
      </div>
      <PlaceNote plant={plant} />
      {curve.data !== undefined && (
        <CurveBody plant={plant} curve={curve.data} compare={compare} onCompare={onCompare} />
      )}
      {curve.data === undefined && curve.isError && (
        <FailedState error={curve.error} onRetry={() => void curve.refetch()} />
      )}
      {curve.data === undefined && !curve.isError && (
        <div className="chart-wait">
          <Skeleton width="100%" height={HEIGHT} />
        </div>
      )}
    </section>
  );
}

interface CurveBodyProps extends Pick<DayCurveCardProps, "plant" | "compare" | "onCompare"> {
  readonly curve: Curve;
}

function CurveBody({ plant, curve, compare, onCompare }: CurveBodyProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const nowAt = Math.floor(useServerNow() / MINUTE_MS) * MINUTE_MS;
  const { timeZone } = curve;
  const comparison = readComparison(compare, plant);
  const { compared, isEmpty: isNothingCompared, isError } = useComparedCurve(plant, curve.day, comparison);
  const option = useMemo(
    () =>
      dayCurveOption({
        curve,
        compared,
        timeZone,
        tag,
        nowAt,
        words: {
          measured: t("curve.measured"),
          expected: t(expectedName(curve)),
          clearSky: t("curve.cloudless"),
          gap: t("curve.gap"),
          now: t("curve.now"),
        },
      }),
    [curve, compared, timeZone, tag, nowAt, t],
  );
  const isEmpty = curve.points.every(({ powerW }) => powerW === null);
  if (isEmpty && curve.expected.length === 0)
    return <EmptyState icon="bolt" title={t("curve.empty")} text={t("curve.emptyText")} />;
  const label = t("curve.label", {
    day: formatDay(curve.day, tag),
    energy: formatEnergy(curve.energyWh, tag),
  });
  return (
    <>
      <div className="curve-lines">
        <Legend plant={plant} curve={curve} isEmpty={isEmpty} compared={compared} />
        <CompareChoice plant={plant} day={curve.day} comparison={comparison} onChange={onCompare} />
      </div>
      {isNothingCompared && <p className="compare-note">{t("curve.compareEmpty")}</p>}
      {isError && <p className="compare-note">{t("curve.compareFailed")}</p>}
      <Chart option={option} label={label} minHeight={HEIGHT} />
      <Weather plant={plant} curve={curve} />
    </>
  );
}

/** A clear sky is not what is to be expected of a cloudy day. */
const expectedName = ({ expectedFrom }: Curve) =>
  expectedFrom === "clear-sky" ? "curve.cloudless" : "curve.expected";

interface LegendProps {
  readonly plant: StationDetail;
  readonly curve: Curve;
  readonly isEmpty: boolean;
  readonly compared: ComparedCurve | undefined;
}

/** The lines by name, each with its energy of the day, or of the day so far. */
function Legend({ plant, curve, isEmpty, compared }: LegendProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  const sunriseAt = curve.day === plant.today ? findComingSunrise(plant.sun, now) : undefined;
  const emptyText =
    sunriseAt === undefined
      ? t("curve.empty")
      : t("station.sunriseAt", { time: formatClock(sunriseAt, plant.timeZone, tag) });
  const { isSoFar, ...energies } = getEqualEnergies(curve, compared, now);
  const nameOf = (name: string) => (isSoFar ? t("curve.soFar", { name }) : name);
  const withEnergy = (name: string, energyWh: number | null) => (
    <>
      <span>{energyWh === null ? name : nameOf(name)}</span>
      {energyWh !== null && <b>{formatEnergy(energyWh, tag)}</b>}
    </>
  );
  return (
    <p className="legend">
      <span>
        <i data-line="measured" />
        {withEnergy(t("curve.measured"), isEmpty ? null : curve.energyWh)}
      </span>
      {curve.expected.length > 0 && (
        <span>
          <i data-line="expected" />
          {withEnergy(t(expectedName(curve)), energies.expectedWh)}
        </span>
      )}
      {curve.clearSky.length > 0 && (
        <span>
          <i data-line="clear-sky" />
          {t("curve.restCloudless")}
        </span>
      )}
      {compared !== undefined && (
        <span>
          <i data-line="compared" />
          {withEnergy(compared.name, energies.comparedWh)}
        </span>
      )}
      {isEmpty && <span>{emptyText}</span>}
    </p>
  );
}

function CurveNote({ curve }: { curve: Curve }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { share: part } = summarizeDay(curve, useServerNow());
  const share = part === null ? undefined : formatShare(part, tag, 0);
  const parts: string[] = [];
  if (share !== undefined && curve.expectedFrom === "irradiance") parts.push(t("curve.index", { share }));
  if (share !== undefined && curve.expectedFrom === "clear-sky") parts.push(t("curve.clearSky", { share }));
  if (curve.hasDemoHistory) parts.push(t("curve.demo"));
  return (
    <span className="note">
      {parts.join(" · ")} <ImplausibleNote energyWh={curve.coverage.implausibleWh} />
    </span>
  );
}
