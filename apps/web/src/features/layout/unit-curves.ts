import type { EChartsCoreOption } from "echarts/core";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import { axisLabelStyle, tooltipStyle, valueAxisWidth } from "../../shared/ui/chart/chart-theme.ts";
import { hoursAxis } from "../../shared/ui/chart/hours-axis.ts";
import { labelDay } from "../../shared/ui/chart/label-day.ts";
import { lineStyleOf } from "../../shared/ui/chart/line-style.ts";

export interface UnitCurve {
  readonly name: string;
  /** By step; NaN without a value. */
  readonly values: Float32Array;
  /** A unit beside the selected one is drawn thin, for comparison. */
  readonly isAdjacent: boolean;
}

interface CurvesInput {
  readonly curves: readonly UnitCurve[];
  readonly stepMs: number;
  readonly lengthMs: number;
  /** The moment on the roof, ms since the day began. */
  readonly momentMs: number;
  readonly clock: (ms: number) => string;
  readonly format: (value: number) => string;
}

const HOUR_MS = 3_600_000;

/** Curves of units over a day, the moment of the roof marked. */
export function unitCurvesOption({ curves, stepMs, lengthMs, momentMs, clock, format }: CurvesInput) {
  return (theme: ChartTheme): EChartsCoreOption => {
    const own = curves.filter(({ isAdjacent }) => !isAdjacent);
    return {
      animation: false,
      grid: {
        left: valueAxisWidth(theme),
        right: theme.rem * 1.6,
        top: theme.rem * 1.6,
        bottom: theme.rem * 3,
      },
      xAxis: { ...hoursAxis(theme, lengthMs, labelDay(lengthMs, clock)), interval: 6 * HOUR_MS },
      yAxis: {
        type: "value",
        scale: false,
        splitNumber: 3,
        axisLabel: { ...axisLabelStyle(theme), formatter: format },
        splitLine: { lineStyle: { color: theme.lineSoft } },
      },
      tooltip: {
        ...tooltipStyle(theme),
        trigger: "axis",
        valueFormatter: (value: unknown) => (typeof value === "number" ? format(value) : "–"),
      },
      series: curves.map((curve) => {
        const { name, values, isAdjacent } = curve;
        // By place: two units can have the same name.
        const index = own.indexOf(curve);
        const style = lineStyleOf(Math.max(index, 0));
        const color = theme[isAdjacent ? "text3" : style.color];
        return {
          name,
          type: "line",
          symbol: "none",
          z: isAdjacent ? 2 : 3,
          data: Array.from(values, (value, step) => [step * stepMs, Number.isNaN(value) ? null : value]),
          lineStyle: {
            color,
            width: isAdjacent ? 1 : 2,
            type: isAdjacent ? "dashed" : [...style.dash],
          },
          itemStyle: { color },
          ...(index === 0 && {
            markLine: {
              silent: true,
              symbol: "none",
              label: { show: false },
              lineStyle: { color: theme.text3, type: "solid", width: 1 },
              data: [{ xAxis: momentMs }],
            },
          }),
        };
      }),
    };
  };
}
