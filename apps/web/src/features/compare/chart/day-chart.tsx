import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber, formatScaled, formatTick } from "../../../shared/base/format/numbers.ts";
import { formatClock } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { Chart } from "../../../shared/ui/chart/chart.tsx";
import { hoursAxis } from "../../../shared/ui/chart/hours-axis.ts";
import { labelDay } from "../../../shared/ui/chart/label-day.ts";
import { EmptyState, FailedState, Skeleton } from "../../../shared/ui/status/empty-state.tsx";
import type { PlantLine } from "../plant-lines.ts";
import { findLengthMs, toDayLines } from "./day-lines.ts";
import { heightOf, linesOption } from "./lines-option.ts";
import { useCurves } from "./use-curves.ts";

/** Quarter hours from one symbol of a line to the next. */
const SYMBOL_SPACING = 10;

interface DayChartProps {
  readonly day: string;
  readonly title: string;
  readonly lines: readonly PlantLine[];
  readonly isPerKwp: boolean;
}

/** Power of the plants over one of their days, by each plant's own clock. */
export function DayChart({ day, title, lines, isPerKwp }: DayChartProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { curves, isWhole, hasFailed, error, refetch } = useCurves(lines, day);
  const drawn = useMemo(() => toDayLines(lines, curves, isPerKwp), [lines, curves, isPerKwp]);
  const lengthMs = useMemo(() => findLengthMs(curves), [curves]);
  const option = useMemo(() => {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    // Points are placed by the clock.
    const clock = (ms: number): string => formatClock(midnight + ms, "UTC", tag);
    const label = labelDay(lengthMs, clock);
    return linesOption({
      lines: drawn,
      xAxis: (theme) => hoursAxis(theme, lengthMs, label),
      symbolSpacing: SYMBOL_SPACING,
      sayPlace: label,
      noData: t("compare.noData"),
      night: t("compare.night"),
      ...wordsOf(isPerKwp, tag),
    });
  }, [drawn, day, lengthMs, isPerKwp, tag, t]);
  if (hasFailed) return <FailedState error={error} onRetry={refetch} />;
  if (!isWhole)
    return (
      <div className="chart-wait">
        <Skeleton width="100%" height={heightOf(lines)} />
      </div>
    );
  if (drawn.length === 0)
    return <EmptyState icon="bolt" title={t("compare.chartEmpty")} text={t("compare.chartEmptyText")} />;
  const zones = new Set(curves.map((curve) => curve?.timeZone));
  return (
    <>
      {zones.size > 1 && <p className="note compare-zones">{t("compare.ownTime")}</p>}
      <Chart
        option={option}
        label={t("compare.chartLabel", { title, count: drawn.length })}
        minHeight={heightOf(drawn)}
      />
    </>
  );
}

function wordsOf(isPerKwp: boolean, tag: string) {
  if (isPerKwp)
    return {
      sayTick: (value: number) => formatNumber(value, tag, 0),
      sayValue: (value: number) => `${formatNumber(value, tag, 0)} W/kWp`,
    };
  return {
    sayTick: (value: number, max: number) => formatTick(value, "W", tag, max || value),
    sayValue(value: number): string {
      const { text, unit } = formatScaled(value, "W", tag);
      return `${text} ${unit}`;
    },
  };
}
