import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import type { EChartsCoreOption } from "echarts/core";
import { formatEnergy, formatTick } from "../../shared/base/format/numbers.ts";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import { valueAxisStyle } from "../../shared/ui/chart/chart-theme.ts";
import { periodBarsOption } from "../../shared/ui/chart/period-bars.ts";
import { longLabel } from "../../shared/ui/chart/periods.ts";

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

/** Energy by day, week, month or year; energy that was not counted, and a correction, have a mark above the bar. */
export function energyBarsOption({ energy, tag, today, words }: BarsInput) {
  const { bars } = energy;
  const max = Math.max(0, ...bars.map(({ energyWh }) => energyWh ?? 0));
  const watthours = (value: number): string => formatEnergy(value, tag);
  function describe(index: number): string {
    const bar = bars[index];
    if (bar === undefined) return "";
    const isCorrected = bar.correctedDays > 0;
    const rows = [
      `{head|${longLabel(bar.period, tag)}}`,
      `{name|${isCorrected ? `${words.energy} ◆ ${words.corrected}` : words.energy}}  {value|${bar.energyWh === null ? words.noData : watthours(bar.energyWh)}}`,
    ];
    if (isCorrected && bar.measuredWh !== null)
      rows.push(`{name|${words.measured}}  {value|${watthours(bar.measuredWh)}}`);
    if (bar.backfilledWh > 0) rows.push(`{name|${words.backfilled}}  {value|${watthours(bar.backfilledWh)}}`);
    if (bar.estimatedWh > 0) rows.push(`{name|${words.estimated}}  {value|${watthours(bar.estimatedWh)}}`);
    if (bar.implausibleWh > 0)
      rows.push(`{name|${words.implausible}}  {value|${watthours(bar.implausibleWh)}}`);
    return rows.join("\n");
  }
  return (theme: ChartTheme): EChartsCoreOption =>
    periodBarsOption(theme, {
      bars: bars.map((bar) => {
        const mark = findMark(bar, theme);
        return {
          period: bar.period,
          value: bar.energyWh,
          ...(mark && { label: { show: true, position: "top", fontSize: theme.fontSize, ...mark } }),
        };
      }),
      ...{ tag, today, describe },
      yAxis: valueAxisStyle(theme, max, (value) => formatTick(value, "Wh", tag, max || value)),
    });
}

/** The mark above a bar; energy that was not counted is more than a correction. */
function findMark({ implausibleWh, correctedDays }: Energy["bars"][number], theme: ChartTheme) {
  if (implausibleWh > 0) return { formatter: "▲", color: theme.warning };
  return correctedDays > 0 ? { formatter: "◆", color: theme.text3 } : undefined;
}
