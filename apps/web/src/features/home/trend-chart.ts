import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import type { EChartsCoreOption } from "echarts/core";
import { formatEnergy, formatShare, formatTick } from "../../shared/base/format/numbers.ts";
import { formatDay } from "../../shared/base/format/times.ts";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import {
  axisLabelStyle,
  tooltipStyle,
  valueAxisStyle,
  valueAxisWidth,
} from "../../shared/ui/chart/chart-theme.ts";

export type Trend = DataOf<typeof endpoints.home.trend>;
type Day = Trend["days"][number];

/** Energy without an expectation is named if its share is more than this. */
const MENTIONED_SHARE = 0.005;
const NOT_COMPARED_OPACITY = 0.45;

interface TrendInput {
  readonly trend: Trend;
  readonly tag: string;
  readonly words: {
    readonly energy: string;
    readonly expected: string;
    readonly share: string;
    /** Energy of the plants and hours with expected energy. */
    readonly compared: string;
    /** Energy of the others. */
    readonly uncompared: string;
    readonly noData: string;
    /** Number of plants with data. */
    readonly plants: (count: number) => string;
  };
}

const getUncomparedWh = ({ energyWh, comparedWh }: Day): number =>
  Math.max(0, (energyWh ?? 0) - (comparedWh ?? 0));

/** Whether a part of the day's bar that is large enough to be seen is pale. */
export const hasUncompared = (day: Day): boolean =>
  getUncomparedWh(day) > (day.energyWh ?? 0) * MENTIONED_SHARE;

const bar = (theme: ChartTheme, opacity: number) => ({
  type: "bar",
  stack: "energy",
  barMaxWidth: theme.rem * 3.2,
  barCategoryGap: "28%",
  itemStyle: { color: theme.amberSoft, opacity },
});

/**
 * Energy by day as bars, the expected energy as a line; a day without data has neither. The full part of a bar is the energy
 * of the plants and hours that are in the line, the pale part above it that of the others.
 */
export function trendOption({ trend: { days }, tag, words }: TrendInput) {
  const max = Math.max(
    0,
    ...days.map(({ energyWh, expectedWh }) => Math.max(energyWh ?? 0, expectedWh ?? 0)),
  );
  const say = (wh: number | null): string => (wh === null ? words.noData : formatEnergy(wh, tag));
  const listLines = (shown: Day): string[] => {
    const { day, energyWh, expectedWh, comparedWh, plantCount } = shown;
    const lines = [
      `{head|${formatDay(day, tag)}}`,
      `{name|${words.energy}}  {value|${say(energyWh)}}`,
      `{name|${words.plants(plantCount)}}`,
    ];
    const isPale = hasUncompared(shown);
    if (isPale) lines.push(`{name|${words.uncompared}}  {value|${say(getUncomparedWh(shown))}}`);
    if (expectedWh === null || comparedWh === null) return lines;
    if (isPale) lines.push(`{name|${words.compared}}  {value|${say(comparedWh)}}`);
    lines.push(`{name|${words.expected}}  {value|${say(expectedWh)}}`);
    lines.push(`{name|${words.share}}  {value|${formatShare(comparedWh / expectedWh, tag)}}`);
    return lines;
  };
  return (theme: ChartTheme): EChartsCoreOption => ({
    animation: false,
    grid: { left: valueAxisWidth(theme), right: theme.rem * 1.6, top: theme.rem, bottom: theme.rem * 3 },
    xAxis: {
      type: "category",
      data: days.map(({ day }) => day),
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { show: false },
      axisLabel: { ...axisLabelStyle(theme), formatter: (day: string) => String(Number(day.slice(8))) },
    },
    yAxis: valueAxisStyle(theme, max, (value) => formatTick(value, "Wh", tag, max || value)),
    tooltip: {
      ...tooltipStyle(theme),
      trigger: "axis",
      axisPointer: { type: "shadow", shadowStyle: { color: theme.text3, opacity: 0.08 } },
      formatter: (items: { dataIndex: number }[]) => {
        const day = days[items[0]?.dataIndex ?? -1];
        return day === undefined ? "" : listLines(day).join("\n");
      },
    },
    series: [
      { ...bar(theme, 1), data: days.map(({ comparedWh }) => comparedWh) },
      {
        ...bar(theme, NOT_COMPARED_OPACITY),
        data: days.map((day) => (day.energyWh === null ? null : getUncomparedWh(day))),
      },
      {
        type: "line",
        symbol: "none",
        lineStyle: { color: theme.blue, width: 2, type: "dashed" },
        itemStyle: { color: theme.blue },
        data: days.map(({ expectedWh }) => expectedWh),
      },
    ],
  });
}
