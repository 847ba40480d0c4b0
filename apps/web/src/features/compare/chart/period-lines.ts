import type { ChartTheme } from "../../../shared/ui/chart/chart-theme.ts";
import { axisLabelStyle } from "../../../shared/ui/chart/chart-theme.ts";
import { shortLabel } from "../../../shared/ui/chart/periods.ts";
import type { LinePoint } from "../../../shared/ui/chart/report-line.ts";
import type { ComparedPlant } from "../compared-plants.ts";
import type { Measure } from "../measures.ts";
import type { PlantLine } from "../plant-lines.ts";
import type { DrawnLine } from "./lines-option.ts";

/** What is known of each day or month; the power is that of now. */
export type PeriodMeasure = Exclude<Measure, "powerPerKwp">;

/** What is drawn for a measure. */
export const drawnMeasure = (measure: Measure): PeriodMeasure =>
  measure === "powerPerKwp" ? "specificYieldKwhPerKwp" : measure;

function listValues(plant: ComparedPlant, measure: PeriodMeasure): readonly (number | null)[] {
  if (measure === "expectedShare")
    return plant.expected?.shares.map((share) => (share === null ? null : share * 100)) ?? [];
  if (measure === "earningsPerKwp")
    return (plant.earnings?.amounts ?? []).map((amount) =>
      amount === null ? null : Number(amount) / plant.installedCapacityKwp,
    );
  if (measure === "energyWh") return plant.energiesWh;
  return plant.energiesWh.map((wh) => (wh === null ? null : wh / 1000 / plant.installedCapacityKwp));
}

/** The plants' values by day or month; plants without any are absent. */
export const toPeriodLines = (lines: readonly PlantLine[], measure: PeriodMeasure): DrawnLine[] =>
  lines.flatMap(({ plant, styleIndex }) => {
    const points = listValues(plant, measure).map((value, index): LinePoint => [index, value]);
    return points.some(([, value]) => value !== null) ? [{ name: plant.name, styleIndex, points }] : [];
  });

/** Days or months side by side; the first day of a month is named with its month. */
export function periodsAxis(theme: ChartTheme, periods: readonly string[], tag: string) {
  return {
    type: "category",
    boundaryGap: false,
    data: periods,
    axisLine: { onZero: false, lineStyle: { color: theme.line } },
    axisTick: { show: false },
    axisLabel: {
      ...axisLabelStyle(theme),
      formatter: (period: string, index: number) => labelPeriod(period, index, tag),
    },
  };
}

function labelPeriod(period: string, index: number, tag: string): string {
  const isMonthStart = period.length === 10 && (period.endsWith("-01") || index === 0);
  if (!isMonthStart) return shortLabel(period, tag);
  return new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(`${period}T00:00:00Z`),
  );
}
