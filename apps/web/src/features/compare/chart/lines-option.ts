import type { EChartsCoreOption } from "echarts/core";
import type { ChartTheme } from "../../../shared/ui/chart/chart-theme.ts";
import { valueAxisStyle, valueAxisWidth } from "../../../shared/ui/chart/chart-theme.ts";
import { lineStyleOf } from "../../../shared/ui/chart/line-style.ts";
import type { LineValues } from "../../../shared/ui/chart/line-tooltip.ts";
import { buildLineTooltip, lineTooltipStyle } from "../../../shared/ui/chart/line-tooltip.ts";
import type { LinePoint } from "../../../shared/ui/chart/report-line.ts";
import { isAlone } from "../../../shared/ui/chart/report-line.ts";

/** A plant's values along the axis. */
export interface DrawnLine {
  readonly name: string;
  readonly styleIndex: number;
  readonly points: readonly LinePoint[];
  /** Places at which nothing is missing without a value: the sun is down. */
  readonly darkPlaces?: ReadonlySet<number>;
  /** The last place that can have a value yet. */
  readonly lastPlace?: number | undefined;
}

interface LinesInput {
  readonly lines: readonly DrawnLine[];
  readonly xAxis: (theme: ChartTheme) => object;
  /** Points from one symbol to the next: dense lines have few symbols. */
  readonly symbolSpacing: number;
  readonly sayPlace: (at: number) => string;
  readonly sayTick: (value: number, max: number) => string;
  readonly sayValue: (value: number) => string;
  readonly noData: string;
  /** In place of it where the sun is down. */
  readonly night?: string;
}

/** Highest value of all lines; 0 without any. */
export const findMax = (lines: readonly DrawnLine[]): number =>
  lines.reduce((max, { points }) => points.reduce((high, [, value]) => Math.max(high, value ?? 0), max), 0);

interface TooltipItem {
  readonly seriesIndex: number;
  readonly value: LinePoint;
}

/** The values at a place, the highest first and missing ones last. */
export function listValuesAt(
  input: Pick<LinesInput, "lines" | "sayPlace" | "sayValue" | "noData" | "night">,
  items: readonly TooltipItem[],
): LineValues {
  const heightOfItem = ({ value: [, value] }: TooltipItem) => value ?? Number.NEGATIVE_INFINITY;
  const rows = items
    .toSorted((one, other) => heightOfItem(other) - heightOfItem(one))
    .flatMap(({ seriesIndex, value: [place, value] }) => {
      const line = input.lines[seriesIndex];
      if (line === undefined) return [];
      const { name, styleIndex, darkPlaces, lastPlace = place } = line;
      if (value !== null) return [{ name, styleIndex, value: input.sayValue(value) }];
      if (darkPlaces?.has(place)) return [{ name, styleIndex, value: input.night ?? input.noData }];
      return place > lastPlace ? [] : [{ name, styleIndex, value: input.noData }];
    });
  return { head: items[0] === undefined ? "" : input.sayPlace(items[0].value[0]), rows };
}

function toSeries(theme: ChartTheme, { name, styleIndex, points }: DrawnLine, spacing: number) {
  const { color, dash, symbol } = lineStyleOf(styleIndex);
  // Lines that overlap have their symbols at different places.
  const hasSymbol = (index: number) => index % spacing === (styleIndex * 3) % spacing;
  const size = theme.rem * 0.8;
  return {
    name,
    type: "line",
    ...(symbol === "triangleDown" ? { symbol: "triangle", symbolRotate: 180 } : { symbol }),
    showAllSymbol: true,
    connectNulls: false,
    lineStyle: { color: theme[color], width: 2, type: dash.length === 0 ? "solid" : [...dash] },
    itemStyle: { color: theme[color] },
    emphasis: { focus: "series" },
    data: points.map((value, index) => ({
      value,
      symbolSize: value[1] !== null && (hasSymbol(index) || isAlone(points, index)) ? size : 0,
    })),
  };
}

/** Height of the chart: a tooltip of the values of ten plants is as high as its canvas at the most. */
export const heightOf = (lines: readonly unknown[]): string => (lines.length > 8 ? "35rem" : "30rem");

/** Plants as lines of their own colour, dashes and symbol over the same axis. */
export function linesOption(input: LinesInput) {
  const max = findMax(input.lines);
  // Earnings are negative at negative prices.
  const isBelowZero = input.lines.some(({ points }) => points.some(([, value]) => (value ?? 0) < 0));
  return (theme: ChartTheme): EChartsCoreOption => ({
    animation: false,
    grid: {
      left: valueAxisWidth(theme),
      right: theme.rem * 2.4,
      top: theme.rem * 1.6,
      bottom: theme.rem * 3,
    },
    xAxis: input.xAxis(theme),
    yAxis: {
      ...valueAxisStyle(theme, max, (value) => input.sayTick(value, max)),
      ...(isBelowZero && { min: undefined }),
      // Ticks of fractions of one would all read 0 or 1.
      ...(max === 0 && { max: 1, interval: 1 }),
      // The energy of a short winter day is below 1 kWh/kWp.
      minInterval: max < 2 ? 0 : 1,
    },
    tooltip: {
      ...lineTooltipStyle(theme),
      trigger: "axis",
      axisPointer: { lineStyle: { color: theme.text3, type: "dashed" } },
      formatter: (items: readonly TooltipItem[]) => buildLineTooltip(listValuesAt(input, items)),
    },
    series: input.lines.map((line) => toSeries(theme, line, input.symbolSpacing)),
  });
}
