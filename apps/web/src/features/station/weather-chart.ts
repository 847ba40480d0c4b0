import type { EChartsCoreOption } from "echarts/core";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { formatClock } from "../../shared/base/format/times.ts";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import { tooltipStyle, valueAxisStyle, valueAxisWidth } from "../../shared/ui/chart/chart-theme.ts";
import { toGappedLine } from "../../shared/ui/chart/gapped-line.ts";
import { hoursAxis } from "../../shared/ui/chart/hours-axis.ts";
import { labelDay } from "../../shared/ui/chart/label-day.ts";
import type { Curve } from "./day-curve.ts";
import { rightMargin } from "./day-curve.ts";

const QUARTER_HOUR_S = 900;
/** Between two labels of the axis of the temperature, which begins and ends at a label; more where the day has many degrees. */
const DEGREES_STEP = 5;
const MAX_STEPS = 5;

/** Labels of an axis that contains 0 °C and these temperatures. */
function temperatureAxis(degrees: readonly number[]): { min: number; max: number; interval: number } {
  const [coldest, warmest] = [Math.min(0, ...degrees), Math.max(DEGREES_STEP, ...degrees)];
  const interval = DEGREES_STEP * Math.ceil((warmest - coldest) / (DEGREES_STEP * MAX_STEPS));
  return {
    min: Math.floor(coldest / interval) * interval,
    max: Math.ceil(warmest / interval) * interval,
    interval,
  };
}

export type WeatherValue = "irradianceWm2" | "ambientC";
const units = { irradianceWm2: "W/m²", ambientC: "°C" } as const;
const digits = { irradianceWm2: 0, ambientC: 1 } as const;

interface WeatherInput {
  readonly curve: Pick<Curve, "fromAt" | "toAt" | "stepS" | "weather">;
  readonly timeZone: string;
  readonly tag: string;
  readonly words: Readonly<Record<WeatherValue, string>>;
}

/** Which of the values were measured. */
export const listMeasured = (weather: Curve["weather"]): readonly WeatherValue[] =>
  (["irradianceWm2", "ambientC"] as const).filter((value) => weather.some((point) => point[value] !== null));

/** Irradiance on the left axis and air temperature on the right one, each where it was measured. */
export function weatherOption({ curve, timeZone, tag, words }: WeatherInput) {
  const fromAt = Date.parse(curve.fromAt);
  const lengthMs = Date.parse(curve.toAt) - fromAt;
  const measured = listMeasured(curve.weather);
  const steps = { fromAt: curve.fromAt, stepS: Math.max(curve.stepS, QUARTER_HOUR_S) };
  const lines = new Map(
    measured.map((value) => [value, toGappedLine(curve.weather, (point) => point[value], steps)]),
  );
  const degrees = curve.weather.flatMap(({ ambientC }) => (ambientC === null ? [] : [ambientC]));
  const sunniest = Math.max(0, ...curve.weather.map(({ irradianceWm2 }) => irradianceWm2 ?? 0));
  const clock = (ms: number): string => formatClock(fromAt + ms, timeZone, tag);
  const say = (value: WeatherValue, figure: number): string =>
    `${formatNumber(figure, tag, digits[value])} ${units[value]}`;
  return (theme: ChartTheme): EChartsCoreOption => ({
    animation: false,
    grid: {
      left: valueAxisWidth(theme),
      right: rightMargin(theme, curve.weather),
      top: theme.fontSize * 1.4,
      bottom: theme.rem * 3,
    },
    xAxis: hoursAxis(theme, lengthMs, labelDay(lengthMs, clock)),
    yAxis: [
      {
        ...valueAxisStyle(
          theme,
          sunniest,
          (value) => `${formatNumber(value, tag, 0)} ${units.irradianceWm2}`,
        ),
        show: measured.includes("irradianceWm2"),
      },
      {
        ...valueAxisStyle(theme, 1, (value) => `${formatNumber(value, tag, 0)} ${units.ambientC}`),
        position: "right",
        ...temperatureAxis(degrees),
        splitLine: { show: !measured.includes("irradianceWm2"), lineStyle: { color: theme.lineSoft } },
        show: measured.includes("ambientC"),
      },
    ],
    tooltip: {
      ...tooltipStyle(theme),
      trigger: "axis",
      axisPointer: { lineStyle: { color: theme.text3, type: "dashed" } },
      formatter: (items: readonly TooltipItem[]) => {
        const head = items[0] === undefined ? "" : `{head|${clock(items[0].value[0])}}`;
        const rows = items.flatMap(({ seriesId, value: [, figure] }) =>
          figure === null ? [] : [`{name|${words[seriesId]}}  {value|${say(seriesId, figure)}}`],
        );
        return [head, ...rows].join("\n");
      },
    },
    series: measured.map((value) => ({
      id: value,
      type: "line",
      data: lines.get(value),
      yAxisIndex: value === "ambientC" ? 1 : 0,
      connectNulls: false,
      symbol: "none",
      lineStyle: { color: value === "ambientC" ? theme.blue : theme.amber, width: 1.6 },
      itemStyle: { color: value === "ambientC" ? theme.blue : theme.amber },
    })),
  });
}

interface TooltipItem {
  readonly seriesId: WeatherValue;
  readonly value: readonly [number, number | null];
}
