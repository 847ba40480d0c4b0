import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import type { EChartsCoreOption } from "echarts/core";
import { formatScaled, formatTick } from "../../shared/base/format/numbers.ts";
import { formatClock } from "../../shared/base/format/times.ts";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import { tooltipStyle, valueAxisStyle, valueAxisWidth } from "../../shared/ui/chart/chart-theme.ts";
import { hoursAxis } from "../../shared/ui/chart/hours-axis.ts";
import { labelDay } from "../../shared/ui/chart/label-day.ts";

export type Curve = DataOf<typeof endpoints.station.curve>;
type Point = Curve["points"][number];

export interface CurveTexts {
  readonly measured: string;
  readonly expected: string;
  readonly clearSky: string;
  readonly gap: string;
  readonly now: string;
}

/** Another curve on the same axis, from the start of its own day. */
export interface ComparedCurve {
  readonly name: string;
  /** Null without data. */
  readonly energyWh: number | null;
  readonly line: ReturnType<typeof toLine>;
  /** From one point of the line to the next. */
  readonly stepMs: number;
}

interface CurveInput {
  readonly curve: Curve;
  readonly compared: ComparedCurve | undefined;
  readonly timeZone: string;
  readonly tag: string;
  readonly words: CurveTexts;
  /** The instant to mark, if it is within the day. */
  readonly nowAt: number;
}

/** Points as milliseconds since the day's start and power; a point between two gaps gets a dot, otherwise it is invisible. */
export function toLine(points: readonly Point[], fromAt: number) {
  return points.map(({ at, powerW }, index) => {
    const isAlone = points[index - 1]?.powerW == null && points[index + 1]?.powerW == null;
    return {
      value: [Date.parse(at) - fromAt, powerW] as const,
      symbolSize: powerW !== null && isAlone ? 6 : 0,
    };
  });
}

/** Expected power without the nought of the night: one at each end of the day is enough. */
export function dropNight(points: readonly Point[]): Point[] {
  return points.map((point, index) => {
    const isNight = [points[index - 1], point, points[index + 1]].every((each) => (each?.powerW ?? 0) === 0);
    return isNight ? { ...point, powerW: null } : point;
  });
}

/** The day's energy, and its power as a share of the expected one; null while there is too little data. */
export function summarizeDay(curve: Curve, nowAt: number): { energyWh: number | null; share: number | null } {
  const hasReports = curve.points.some(({ powerW }) => powerW !== null);
  const hasSun = curve.expected.some(({ at, powerW }) => (powerW ?? 0) > 0 && Date.parse(at) <= nowAt);
  const isNothing = curve.energyWh === 0 && (!hasReports || (curve.expectedFrom !== "none" && !hasSun));
  if (isNothing) return { energyWh: null, share: null };
  return { energyWh: curve.energyWh, share: hasSun ? curve.expectedShare : null };
}

/** The highest power of a day; undefined without any. */
export function findPeak(points: readonly Point[]): { at: string; powerW: number } | undefined {
  let peak: { at: string; powerW: number } | undefined;
  for (const { at, powerW } of points)
    if (powerW !== null && powerW > (peak?.powerW ?? 0)) peak = { at, powerW };
  return peak;
}

/** Space at the right of a day's charts: that of the temperature's axis where it was measured, so that their hours align. */
export const rightMargin = (theme: ChartTheme, weather: Curve["weather"]): number =>
  weather.some(({ ambientC }) => ambientC !== null) ? valueAxisWidth(theme) : theme.rem * 3.2;

/** Measured power as an area, expected power dashed, gaps as gaps, the present marked. */
export function dayCurveOption({ curve, compared, timeZone, tag, words, nowAt }: CurveInput) {
  const fromAt = Date.parse(curve.fromAt);
  const lengthMs = Date.parse(curve.toAt) - fromAt;
  const nowMs = nowAt - fromAt;
  const comparedPowers = (compared?.line ?? []).map(({ value }) => value[1] ?? 0);
  const ownPowers = [...curve.points, ...curve.expected, ...curve.clearSky].map(({ powerW }) => powerW ?? 0);
  const max = Math.max(0, ...ownPowers, ...comparedPowers);
  const clock = (ms: number): string => formatClock(fromAt + ms, timeZone, tag);
  const watts = (value: number): string => {
    const { text, unit } = formatScaled(value, "W", tag);
    return `${text} ${unit}`;
  };
  return (theme: ChartTheme): EChartsCoreOption => ({
    animation: false,
    grid: {
      left: valueAxisWidth(theme),
      right: rightMargin(theme, curve.weather),
      top: theme.fontSize * 2,
      bottom: theme.rem * 3,
    },
    xAxis: hoursAxis(theme, lengthMs, labelDay(lengthMs, clock)),
    yAxis: valueAxisStyle(theme, max, (value) => formatTick(value, "W", tag, max || value)),
    tooltip: {
      ...tooltipStyle(theme),
      trigger: "axis",
      axisPointer: { lineStyle: { color: theme.text3, type: "dashed" } },
      formatter: (items: { seriesId: string; value: readonly [number, number | null] }[]) =>
        describe(items, { ...words, compared: compared?.name ?? "" }, clock, watts),
    },
    series: [
      {
        id: "expected",
        type: "line",
        data: toLine(dropNight(curve.expected), fromAt),
        smooth: 0.3,
        silent: true,
        symbol: "none",
        lineStyle: { color: theme.text3, width: 1.4, type: [5, 4] },
        itemStyle: { color: theme.text3 },
      },
      {
        id: "clearSky",
        type: "line",
        data: toLine(dropNight(curve.clearSky), fromAt),
        smooth: 0.3,
        silent: true,
        symbol: "none",
        lineStyle: { color: theme.text3, width: 1.4, type: [1, 4] },
        itemStyle: { color: theme.text3 },
      },
      ...(compared === undefined
        ? []
        : [
            {
              id: "compared",
              type: "line",
              data: compared.line,
              connectNulls: false,
              symbol: "circle",
              showAllSymbol: true,
              lineStyle: { color: theme.blue, width: 1.6 },
              itemStyle: { color: theme.blue },
            },
          ]),
      {
        id: "measured",
        type: "line",
        data: toLine(curve.points, fromAt),
        connectNulls: false,
        symbol: "circle",
        showAllSymbol: true,
        lineStyle: { color: theme.amber, width: 2 },
        itemStyle: { color: theme.amber },
        areaStyle: { color: theme.amber, opacity: 0.14 },
        markLine:
          nowMs > 0 && nowMs < lengthMs
            ? {
                silent: true,
                symbol: "none",
                animation: false,
                lineStyle: { color: theme.text2, type: "dotted", width: 1.2 },
                label: {
                  formatter: words.now,
                  color: theme.text2,
                  fontSize: theme.fontSize,
                  fontFamily: theme.fontFamily,
                  // Thai stacks marks above its letters.
                  lineHeight: theme.fontSize * 1.8,
                  padding: [0, 4],
                  position: "end",
                  distance: 0,
                },
                data: [{ xAxis: nowMs }],
              }
            : undefined,
      },
    ],
  });
}

function describe(
  items: readonly { seriesId: string; value: readonly [number, number | null] }[],
  words: CurveTexts & { readonly compared: string },
  clock: (ms: number) => string,
  watts: (value: number) => string,
): string {
  const head = items[0] === undefined ? "" : `{head|${clock(items[0].value[0])}}`;
  const rows = (["measured", "expected", "clearSky", "compared"] as const).flatMap((id) => {
    const item = items.find(({ seriesId }) => seriesId === id);
    // Each of the expected lines is known for a part of the day.
    const isOfOtherHours = (id === "expected" || id === "clearSky") && item?.value[1] === null;
    if (item === undefined || isOfOtherHours) return [];
    return [`{name|${words[id]}}  {value|${item.value[1] === null ? words.gap : watts(item.value[1])}}`];
  });
  return [head, ...rows].join("\n");
}
