import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { dropPath } from "../../shared/api/queries.ts";
import { formatScaled } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useUpdatingReload } from "../../shared/live/use-updating-reload.ts";
import { Chart } from "../../shared/ui/chart/chart.tsx";
import type { DayRange, RangeKind } from "../../shared/ui/form/range-picker/range.ts";
import { rangeAround, readRange, writeRange } from "../../shared/ui/form/range-picker/range.ts";
import { RangePicker } from "../../shared/ui/form/range-picker/range-picker.tsx";
import { Segmented } from "../../shared/ui/form/segmented.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { ImplausibleNote } from "../../shared/ui/status/implausible-note.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";
import type { By, Energy } from "./energy-bars.ts";
import { energyBarsOption, findFiner } from "./energy-bars.ts";
import { useEnergy } from "./use-energy.ts";

const HEIGHT = "25rem";
/** An own period shows that many bars at most. */
const MAX_DAYS = 92;
const kindsOf: Record<By, readonly RangeKind[]> = {
  day: ["week", "month", "own"],
  month: ["year"],
  year: [],
};

const isSame = (one: DayRange, other: DayRange): boolean => writeRange(one) === writeRange(other);

interface EnergyCardProps {
  readonly plant: StationDetail;
  readonly by: string | null;
  readonly period: string | null;
  readonly onChange: (change: { by?: string; period?: string | undefined }) => void;
}

/** Energy by day of a month, month of a year, or year. */
export function EnergyCard({ plant, by: askedBy, period: askedPeriod, onChange }: EnergyCardProps) {
  const { t } = useTranslation();
  const by: By = askedBy === "month" || askedBy === "year" ? askedBy : "day";
  const bounds = { first: plant.firstDay ?? undefined, today: plant.today };
  const kinds = kindsOf[by];
  const latest = rangeAround(by === "month" ? "year" : "month", plant.today);
  const range = readRange(askedPeriod, kinds, bounds) ?? latest;
  const energy = useEnergy(plant.stationId, by, range);
  const isUpdating = energy.data?.isUpdating === true;
  useUpdatingReload(isUpdating, () => void dropPath(endpoints.station.energy.path));
  function pick(picked: string | undefined): void {
    const finer = findFiner(picked);
    if (finer !== undefined) onChange(finer);
  }
  return (
    <section className="card energy" aria-label={t("energy.title")}>
      <div className="card-head">
        <h2>{t("energy.title")}</h2>
        {energy.data !== undefined && <TotalNote energy={energy.data} plant={plant} />}
        <UpdatingMark isUpdating={isUpdating} />
        <span className="push" />
        {by !== "year" && (
          <RangePicker
            {...bounds}
            label={t("energy.title")}
            range={range}
            kinds={kinds}
            presets={by === "day" ? ["last7", "last30", "thisMonth"] : []}
            maxDays={MAX_DAYS}
            onRange={(next) => onChange({ period: isSame(next, latest) ? undefined : writeRange(next) })}
          />
        )}
        <Segmented
          label={t("energy.by")}
          value={by}
          options={[
            { value: "day", text: t("energy.byDay") },
            { value: "month", text: t("energy.byMonth") },
            { value: "year", text: t("energy.byYear") },
          ]}
          onChange={(next) => onChange({ by: next, period: undefined })}
        />
      </div>
      {energy.data !== undefined && <Bars energy={energy.data} today={plant.today} onPick={pick} />}
      {energy.data === undefined && energy.isError && (
        <FailedState error={energy.error} onRetry={() => energy.refetch()} />
      )}
      {energy.data === undefined && !energy.isError && (
        <div className="chart-wait">
          <Skeleton width="100%" height={HEIGHT} />
        </div>
      )}
    </section>
  );
}

const hasEnergy = (energy: Energy): boolean => energy.bars.some(({ energyWh }) => energyWh !== null);

interface BarsProps {
  readonly energy: Energy;
  readonly today: string;
  readonly onPick: (period: string | undefined) => void;
}

function Bars({ energy, today, onPick }: BarsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const option = useMemo(
    () =>
      energyBarsOption({
        energy,
        tag,
        today,
        words: {
          energy: t("energy.title"),
          noData: t("curve.gap"),
          backfilled: t("energy.backfilled"),
          estimated: t("energy.estimated"),
          implausible: t("energy.implausible"),
          corrected: t("energy.corrected"),
          measured: t("energy.measured"),
        },
      }),
    [energy, tag, today, t],
  );
  if (!hasEnergy(energy))
    return <EmptyState icon="bolt" title={t("energy.empty")} text={t("curve.emptyText")} />;
  const { text, unit } = formatScaled(energy.totalWh, "Wh", tag);
  return (
    <Chart
      option={option}
      label={t("energy.label", { energy: `${text} ${unit}` })}
      minHeight={HEIGHT}
      onPick={(index) => onPick(energy.bars[index]?.period)}
    />
  );
}

function TotalNote({ energy, plant }: { energy: Energy; plant: StationDetail }) {
  const { tag } = useLocale();
  if (!hasEnergy(energy)) return <span className="note">–</span>;
  const { text, unit, exact } = formatScaled(energy.totalWh, "Wh", tag);
  return (
    <span className="note">
      <span title={exact}>
        {text} {unit}
      </span>{" "}
      <ImplausibleNote energyWh={energy.bars.reduce((sum, bar) => sum + bar.implausibleWh, 0)} />{" "}
      <CorrectedNote energy={energy} plant={plant} />
    </span>
  );
}

/** Leads to the records, which callers who see the plant only because it is public may not read. */
function CorrectedNote({ energy, plant }: { energy: Energy; plant: StationDetail }) {
  const { t } = useTranslation();
  const count = energy.bars.reduce((sum, { correctedDays }) => sum + correctedDays, 0);
  if (count === 0) return null;
  const text = `◆ ${t("energy.correctedDays", { count })}`;
  if (plant.level === "public") return <span>{text}</span>;
  return <Link to={`/station/${plant.stationId}/corrections`}>{text}</Link>;
}
