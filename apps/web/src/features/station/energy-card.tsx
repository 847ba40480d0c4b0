import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { Chart } from "../../shared/chart/chart.tsx";
import { formatScaled } from "../../shared/format/numbers.ts";
import { addPeriods, formatMonth } from "../../shared/format/times.ts";
import { useLocale } from "../../shared/i18n/i18n.ts";
import { Blank, FailedBlank, Skeleton } from "../../shared/ui/blank.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { Segmented } from "../../shared/ui/segmented.tsx";
import type { By, Energy } from "./energy-bars.ts";
import { energyBarsOption, findFiner } from "./energy-bars.ts";

const HEIGHT = "25rem";
const lengths: Record<By, number> = { day: 7, month: 4, year: 0 };

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
  const latest = plant.today.slice(0, lengths[by]);
  const isFitting = askedPeriod?.length === lengths[by] && askedPeriod <= latest;
  const period = isFitting ? (askedPeriod ?? latest) : latest;
  const energy = useQuery({
    ...queryOf(endpoints.station.energy, {
      stationId: plant.stationId,
      by,
      ...(by !== "year" && { period }),
    }),
    placeholderData: keepPreviousData,
  });
  function pick(picked: string | undefined): void {
    const finer = findFiner(picked);
    if (finer !== undefined) onChange(finer);
  }
  return (
    <section className="card energy" aria-label={t("energy.title")}>
      <div className="card-head">
        <h2>{t("energy.title")}</h2>
        {energy.data !== undefined && <TotalNote energy={energy.data} />}
        <span className="push" />
        {by !== "year" && (
          <PeriodStepper
            by={by}
            period={period}
            first={plant.firstDay?.slice(0, lengths[by])}
            latest={latest}
            onPeriod={(next) => onChange({ period: next })}
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
      {energy.data === undefined && energy.isError && <FailedBlank onRetry={() => void energy.refetch()} />}
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
        },
      }),
    [energy, tag, today, t],
  );
  if (!hasEnergy(energy)) return <Blank icon="bolt" title={t("energy.empty")} text={t("curve.emptyText")} />;
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

function TotalNote({ energy }: { energy: Energy }) {
  const { tag } = useLocale();
  if (!hasEnergy(energy)) return <span className="note">–</span>;
  const { text, unit, exact } = formatScaled(energy.totalWh, "Wh", tag);
  return (
    <span className="note" title={exact}>
      {text} {unit}
    </span>
  );
}

interface PeriodStepperProps {
  readonly by: By;
  readonly period: string;
  readonly first: string | undefined;
  readonly latest: string;
  readonly onPeriod: (period: string | undefined) => void;
}

function PeriodStepper({ by, period, first, latest, onPeriod }: PeriodStepperProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const step = (count: number): void => {
    const next = addPeriods(period, count);
    onPeriod(next === latest ? undefined : next);
  };
  return (
    <div className="stepper">
      <button
        type="button"
        className="button"
        data-shape="square"
        aria-label={t("energy.earlier")}
        disabled={first !== undefined && period <= first}
        onClick={() => step(-1)}
      >
        <Icon name="left" />
      </button>
      <span className="stepper-text">{by === "day" ? formatMonth(period, tag) : period}</span>
      <button
        type="button"
        className="button"
        data-shape="square"
        aria-label={t("energy.later")}
        disabled={period >= latest}
        onClick={() => step(1)}
      >
        <Icon name="right" />
      </button>
    </div>
  );
}
