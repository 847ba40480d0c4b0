import type { Correction } from "@heliograph/contract";
import type { EChartsCoreOption } from "echarts/core";
import { formatEnergy, formatTick } from "../../shared/base/format/numbers.ts";
import { formatDay } from "../../shared/base/format/times.ts";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import { valueAxisStyle } from "../../shared/ui/chart/chart-theme.ts";
import { periodAxes } from "../../shared/ui/chart/period-bars.ts";

export type CorrectedDay = Pick<Correction, "day" | "sourceWh" | "correctedWh" | "differenceWh">;

interface BarsInput {
  /** In the order of the days. */
  readonly days: readonly CorrectedDay[];
  readonly tag: string;
  readonly words: {
    readonly before: string;
    readonly after: string;
    readonly difference: string;
    readonly noData: string;
  };
}

/** Two bars for each corrected day: its energy before and after the correction. */
export function correctionBarsOption({ days, tag, words }: BarsInput) {
  const max = Math.max(0, ...days.flatMap(({ sourceWh, correctedWh }) => [sourceWh ?? 0, correctedWh]));
  function describe(index: number): string {
    const corrected = days[index];
    if (corrected === undefined) return "";
    const { day, sourceWh, correctedWh, differenceWh } = corrected;
    const rows = [
      `{head|${formatDay(day, tag)}}`,
      `{name|${words.before}}  {value|${sourceWh === null ? words.noData : formatEnergy(sourceWh, tag)}}`,
      `{name|${words.after}}  {value|${formatEnergy(correctedWh, tag)}}`,
    ];
    if (differenceWh !== null)
      rows.push(`{name|${words.difference}}  {value|${formatEnergy(differenceWh, tag)}}`);
    return rows.join("\n");
  }
  return (theme: ChartTheme): EChartsCoreOption => {
    const bar = { type: "bar", barMaxWidth: theme.rem * 2.4, barGap: "10%", barCategoryGap: "32%" };
    return {
      ...periodAxes(theme, {
        periods: days.map(({ day }) => day),
        labelOf: (day) => formatDay(day, tag),
        yAxis: valueAxisStyle(theme, max, (value) => formatTick(value, "Wh", tag, max)),
        describe,
      }),
      series: [
        {
          ...bar,
          itemStyle: { color: theme.text3, borderRadius: [3, 3, 0, 0] },
          data: days.map(({ sourceWh }) => sourceWh),
        },
        {
          ...bar,
          itemStyle: { color: theme.amber, borderRadius: [3, 3, 0, 0] },
          data: days.map(({ correctedWh }) => correctedWh),
        },
      ],
    };
  };
}
