import type { EChartsCoreOption } from "echarts/core";
import type { ChartTheme } from "./chart-theme.ts";
import { axisLabelStyle, tooltipStyle, valueAxisWidth } from "./chart-theme.ts";
import { isCurrent, shortLabel } from "./periods.ts";

interface PeriodBar {
  /** `2026-03-29`, `2026-W13`, `2026-03` or `2026`. */
  readonly period: string;
  /** Null without data: there is no bar. */
  readonly value: number | null;
  readonly itemStyle?: object;
  readonly label?: object;
  /** There should be data: a grey column says that there is none. */
  readonly isMissing?: boolean;
}

interface PeriodBarsInput {
  readonly bars: readonly PeriodBar[];
  readonly tag: string;
  /** Today in the time zone of the plants: the period that contains it is not complete yet. */
  readonly today: string;
  /** A click on a day shows it. */
  readonly hasDays?: boolean;
  readonly yAxis: object;
  /** Tooltip of the bar at an index. */
  readonly describe: (index: number) => string;
}

interface PeriodAxesInput {
  readonly periods: readonly string[];
  readonly labelOf: (period: string) => string;
  readonly yAxis: object;
  /** Tooltip of the period at an index. */
  readonly describe: (index: number) => string;
}

/** Axes and tooltip of bars by period. */
export function periodAxes(theme: ChartTheme, { periods, labelOf, yAxis, describe }: PeriodAxesInput) {
  return {
    animation: false,
    grid: {
      left: valueAxisWidth(theme),
      right: theme.rem * 1.6,
      top: theme.rem * 1.6,
      bottom: theme.rem * 3,
    },
    xAxis: {
      type: "category",
      data: periods,
      axisLine: { onZero: false, lineStyle: { color: theme.line } },
      axisTick: { show: false },
      axisLabel: { ...axisLabelStyle(theme), formatter: labelOf },
    },
    yAxis,
    tooltip: {
      ...tooltipStyle(theme),
      trigger: "axis",
      axisPointer: { type: "shadow", shadowStyle: { color: theme.text3, opacity: 0.08 } },
      formatter: (items: { dataIndex: number }[]) => describe(items[0]?.dataIndex ?? -1),
    },
  };
}

/** A bar for each period; the one that is not over is bright. */
export function periodBarsOption(
  theme: ChartTheme,
  { bars, tag, today, hasDays = false, yAxis, describe }: PeriodBarsInput,
): EChartsCoreOption {
  const hasMissing = bars.some(({ isMissing }) => isMissing);
  return {
    ...periodAxes(theme, {
      periods: bars.map(({ period }) => period),
      labelOf: (period) => shortLabel(period, tag),
      // The second axis is as high as the chart, whatever the values are.
      yAxis: hasMissing ? [yAxis, { type: "value", min: 0, max: 1, show: false }] : yAxis,
      describe,
    }),
    series: [
      {
        type: "bar",
        // A month leads to its days, a year to its months.
        cursor: hasDays || bars.some(({ period }) => period.length < 10) ? "pointer" : "default",
        barMaxWidth: theme.rem * 4.8,
        barCategoryGap: "28%",
        itemStyle: { borderRadius: [3, 3, 0, 0] },
        data: bars.map(({ period, value, label, itemStyle }) => ({
          value,
          ...(label && { label }),
          itemStyle: { color: isCurrent(period, today) ? theme.amber : theme.amberSoft, ...itemStyle },
        })),
      },
      ...(hasMissing ? [missingColumns(theme, bars)] : []),
    ],
  };
}

/** A column of the whole height for each period without data that should have some. */
const missingColumns = (theme: ChartTheme, bars: readonly PeriodBar[]) => ({
  type: "bar",
  yAxisIndex: 1,
  silent: true,
  barGap: "-100%",
  barMaxWidth: theme.rem * 4.8,
  barCategoryGap: "28%",
  itemStyle: { color: theme.lineSoft },
  data: bars.map(({ isMissing }) => (isMissing ? 1 : null)),
});
