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
import { findFiner } from "../../shared/ui/chart/periods.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { ImplausibleNote } from "../../shared/ui/status/implausible-note.tsx";
import type { Calendar } from "./bar-coverage.ts";
import { CoverageLegend } from "./coverage-legend.tsx";
import type { Energy } from "./energy-bars.ts";
import { energyBarsOption } from "./energy-bars.ts";
import { FigureChangesButton } from "./figure-changes-button.tsx";
import type { PeriodChange } from "./period-card.tsx";
import { PeriodCard, readPeriod } from "./period-card.tsx";
import { useEnergy } from "./use-energy.ts";

const HEIGHT = "25rem";
const kinds = { day: ["week", "month", "own"], week: ["year"], month: ["year"], year: [] } as const;

interface EnergyCardProps {
  readonly plant: StationDetail;
  readonly by: string | null;
  readonly period: string | null;
  readonly onChange: (change: PeriodChange) => void;
}

/** Energy by day of a month, week or month of a year, or year. */
export function EnergyCard({ plant, by, period, onChange }: EnergyCardProps) {
  const { t } = useTranslation();
  const shown = readPeriod(plant, { by, period }, kinds);
  const energy = useEnergy(plant.stationId, shown.by, shown.range);
  const isUpdating = energy.data?.isUpdating === true;
  useUpdatingReload(isUpdating, () => void dropPath(endpoints.station.energy.path));
  function pick(picked: string | undefined): void {
    const finer = findFiner(picked);
    if (finer !== undefined) onChange(finer);
  }
  return (
    <PeriodCard
      plant={plant}
      title={t("energy.title")}
      name="energy"
      byLabel={t("energy.by")}
      shown={shown}
      kinds={kinds}
      presets={["last7", "last30", "thisMonth"]}
      onChange={onChange}
      query={energy}
      isUpdating={isUpdating}
      height={HEIGHT}
      note={energy.data !== undefined && <TotalNote energy={energy.data} plant={plant} />}
      actions={<FigureChangesButton plant={plant} shown={shown} />}
    >
      {energy.data !== undefined && <Bars energy={energy.data} calendar={plant} onPick={pick} />}
    </PeriodCard>
  );
}

const hasEnergy = (energy: Energy): boolean => energy.bars.some(({ energyWh }) => energyWh !== null);

interface BarsProps {
  readonly energy: Energy;
  readonly calendar: Calendar;
  readonly onPick: (period: string | undefined) => void;
}

function Bars({ energy, calendar, onPick }: BarsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { firstDay, today } = calendar;
  const option = useMemo(
    () =>
      energyBarsOption({
        energy,
        tag,
        calendar: { firstDay, today },
        words: {
          energy: t("energy.title"),
          noData: t("curve.gap"),
          backfilled: t("energy.backfilled"),
          estimated: t("energy.estimated"),
          implausible: t("energy.implausible"),
          corrected: t("energy.corrected"),
          measured: t("energy.measured"),
          covered: (share) => t("coverage.ofDaylight", { share }),
        },
      }),
    [energy, tag, firstDay, today, t],
  );
  if (!hasEnergy(energy))
    return <EmptyState icon="bolt" title={t("energy.empty")} text={t("curve.emptyText")} />;
  const { text, unit } = formatScaled(energy.totalWh, "Wh", tag);
  return (
    <>
      <Chart
        option={option}
        label={t("energy.label", { energy: `${text} ${unit}` })}
        minHeight={HEIGHT}
        onPick={(index) => onPick(energy.bars[index]?.period)}
      />
      <CoverageLegend energy={energy} calendar={calendar} />
    </>
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
