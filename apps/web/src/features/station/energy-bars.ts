import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import type { EChartsCoreOption } from "echarts/core";
import { formatEnergy, formatShare, formatTick } from "../../shared/base/format/numbers.ts";
import type { ChartTheme } from "../../shared/ui/chart/chart-theme.ts";
import { valueAxisStyle } from "../../shared/ui/chart/chart-theme.ts";
import { periodBarsOption } from "../../shared/ui/chart/period-bars.ts";
import { longLabel } from "../../shared/ui/chart/periods.ts";
import type { Calendar } from "./bar-coverage.ts";
import { isIncomplete, isMissing } from "./bar-coverage.ts";

export type Energy = DataOf<typeof endpoints.station.energy>;

interface BarsInput {
  readonly energy: Energy;
  readonly tag: string;
  /** Today in the plant's time zone, whose period is not complete yet, and the plant's first day with data. */
  readonly calendar: Calendar;
  readonly words: {
    readonly energy: string;
    readonly noData: string;
    readonly backfilled: string;
    readonly estimated: string;
    readonly implausible: string;
    readonly corrected: string;
    readonly measured: string;
    readonly covered: (share: string) => string;
  };
}

/**
 * Energy by day, week, month or year; energy that was not counted, and a correction, have a mark above the bar. A bar that
 * lacks data is hatched, and a period without any has a grey column.
 */
export function energyBarsOption({ energy, tag, calendar, words }: BarsInput) {
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
    if (isIncomplete(bar, tag))
      rows.push(`{name|${words.covered(formatShare(bar.measuredShare ?? 0, tag))}}`);
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
          ...(isIncomplete(bar, tag) && { itemStyle: { decal: hatching(theme) } }),
          isMissing: isMissing(bar, calendar),
        };
      }),
      ...{ tag, today: calendar.today, describe },
      yAxis: valueAxisStyle(theme, max, (value) => formatTick(value, "Wh", tag, max || value)),
    });
}

/** Stripes in the colour of the card, so that less of the bar is seen. */
const hatching = (theme: ChartTheme) => ({
  symbol: "rect",
  color: theme.surface,
  dashArrayX: [1, 0],
  dashArrayY: [theme.rem * 0.25, theme.rem * 0.45],
  rotation: -Math.PI / 4,
});

/** The mark above a bar; energy that was not counted is more than a correction. */
function findMark({ implausibleWh, correctedDays }: Energy["bars"][number], theme: ChartTheme) {
  if (implausibleWh > 0) return { formatter: "▲", color: theme.warning };
  return correctedDays > 0 ? { formatter: "◆", color: theme.text3 } : undefined;
}
