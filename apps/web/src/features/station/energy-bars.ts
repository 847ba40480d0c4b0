import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import type { EChartsCoreOption } from "echarts/core";
import { formatEnergy, formatTick } from "../../shared/base/format/numbers.ts";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import {
  axisLabelStyle,
  tooltipStyle,
  valueAxisStyle,
  valueAxisWidth,
} from "../../shared/ui/chart/chart-theme.ts";
import { isCurrent, longLabel, shortLabel } from "../../shared/ui/chart/periods.ts";

export type Energy = DataOf<typeof endpoints.station.energy>;

interface BarsInput {
  readonly energy: Energy;
  readonly tag: string;
  /** Today in the plant's time zone: the period that contains it is not complete yet. */
  readonly today: string;
  readonly words: {
    readonly energy: string;
    readonly noData: string;
    readonly backfilled: string;
    readonly estimated: string;
    readonly implausible: string;
    readonly corrected: string;
    readonly measured: string;
  };
}

/**
 * Energy by day, month or year; a period without data has no bar, one that is not over is bright, and one with energy
 * that was not counted, or with a correction, has a mark.
 */
export function energyBarsOption({ energy, tag, today, words }: BarsInput) {
  const { bars } = energy;
  const max = Math.max(0, ...bars.map(({ energyWh }) => energyWh ?? 0));
  const watthours = (value: number): string => formatEnergy(value, tag);
  return (theme: ChartTheme): EChartsCoreOption => ({
    animation: false,
    grid: {
      left: valueAxisWidth(theme),
      right: theme.rem * 1.6,
      top: theme.rem * 1.6,
      bottom: theme.rem * 3,
    },
    xAxis: {
      type: "category",
      data: bars.map(({ period }) => period),
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { show: false },
      axisLabel: { ...axisLabelStyle(theme), formatter: (period: string) => shortLabel(period, tag) },
    },
    yAxis: valueAxisStyle(theme, max, (value) => formatTick(value, "Wh", tag, max || value)),
    tooltip: {
      ...tooltipStyle(theme),
      trigger: "axis",
      axisPointer: { type: "shadow", shadowStyle: { color: theme.text3, opacity: 0.08 } },
      formatter: (items: { dataIndex: number }[]) => {
        const bar = bars[items[0]?.dataIndex ?? -1];
        if (bar === undefined) return "";
        const isCorrected = bar.correctedDays > 0;
        const rows = [
          `{head|${longLabel(bar.period, tag)}}`,
          `{name|${isCorrected ? `${words.energy} ◆ ${words.corrected}` : words.energy}}  {value|${bar.energyWh === null ? words.noData : watthours(bar.energyWh)}}`,
        ];
        if (isCorrected && bar.measuredWh !== null)
          rows.push(`{name|${words.measured}}  {value|${watthours(bar.measuredWh)}}`);
        if (bar.backfilledWh > 0)
          rows.push(`{name|${words.backfilled}}  {value|${watthours(bar.backfilledWh)}}`);
        if (bar.estimatedWh > 0)
          rows.push(`{name|${words.estimated}}  {value|${watthours(bar.estimatedWh)}}`);
        if (bar.implausibleWh > 0)
          rows.push(`{name|${words.implausible}}  {value|${watthours(bar.implausibleWh)}}`);
        return rows.join("\n");
      },
    },
    series: [
      {
        type: "bar",
        // A month leads to its days, a year to its months; a day leads nowhere.
        cursor: bars.some(({ period }) => period.length < 10) ? "pointer" : "default",
        barMaxWidth: theme.rem * 4.8,
        barCategoryGap: "28%",
        itemStyle: { borderRadius: [3, 3, 0, 0] },
        data: bars.map((bar) => {
          const mark = findMark(bar, theme);
          return {
            value: bar.energyWh,
            itemStyle: { color: isCurrent(bar.period, today) ? theme.amber : theme.amberSoft },
            ...(mark && { label: { show: true, position: "top", fontSize: theme.fontSize, ...mark } }),
          };
        }),
      },
    ],
  });
}

/** The mark above a bar; energy that was not counted is more than a correction. */
function findMark({ implausibleWh, correctedDays }: Energy["bars"][number], theme: ChartTheme) {
  if (implausibleWh > 0) return { formatter: "▲", color: theme.warning };
  return correctedDays > 0 ? { formatter: "◆", color: theme.text3 } : undefined;
}
