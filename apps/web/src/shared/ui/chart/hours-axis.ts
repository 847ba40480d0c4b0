import type { ChartTheme } from "./chart-theme.ts";
import { axisLabelStyle } from "./chart-theme.ts";

const HOUR_MS = 3_600_000;

/** Label of a moment in ms since the axis begins. */
type Label = (ms: number) => string;

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

/** Labels of one day by its clock: midnight at its end is 24:00. */
export function labelDay(lengthMs: number, clock: Label): Label {
  // A change of zone ends a day at another time of its own clock.
  const isWhole = Math.abs(lengthMs - 24 * HOUR_MS) <= HOUR_MS;
  return (ms) => (ms >= lengthMs && isWhole ? "24:00" : clock(ms));
}
