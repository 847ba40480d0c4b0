import type { ChartTheme } from "./chart-theme.ts";
import { axisLabelStyle } from "./chart-theme.ts";
import type { Label } from "./label-day.ts";

const HOUR_MS = 3_600_000;

/** Horizontal axis over about a day, in ms since it begins, with a label every three hours. */
export function hoursAxis(theme: ChartTheme, lengthMs: number, label: Label) {
  return {
    type: "value",
    min: 0,
    max: lengthMs,
    interval: 3 * HOUR_MS,
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: { ...axisLabelStyle(theme), formatter: label },
  };
}
