import type { EChartsCoreOption } from "echarts/core";
import { formatEnergy, formatMoney } from "../../base/format/numbers.ts";
import type { ChartTheme } from "./chart-theme.ts";
import { valueAxisStyle } from "./chart-theme.ts";
import { periodBarsOption } from "./period-bars.ts";
import { longLabel } from "./periods.ts";

/** Earnings by period, of a plant or of many with one currency. */
export interface EarningsByPeriod {
  readonly currency: string;
  /** Sum of the periods, decimal text. */
  readonly amount: string;
  readonly bars: readonly {
    /** `2026-03-29`, `2026-03` or `2026`. */
    readonly period: string;
    /** Decimal text; null without data. */
    readonly amount: string | null;
    /** Wh; null where energy is hidden from the caller. */
    readonly energyWh: number | null;
    readonly unpricedWh: number | null;
  }[];
}

interface BarsInput {
  readonly earnings: Pick<EarningsByPeriod, "bars" | "currency">;
  readonly tag: string;
  /** Today in the time zone of the plants: the period that contains it is not complete yet. */
  readonly today: string;
  /** A click on a day shows it. */
  readonly hasDays?: boolean;
  readonly words: {
    readonly amount: string;
    readonly noData: string;
    readonly energy: string;
    readonly unpriced: string;
  };
}

/** Amounts on the axis without more digits than a tick needs. */
/** Money beside an axis. */
export const createMoneyTick = (currency: string, tag: string) => {
  const format = new Intl.NumberFormat(tag, {
    style: "currency",
    currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  });
  return (value: number): string => format.format(value);
};

/** Earnings by day, month or year; a period without data has no bar, and negative earnings are below the axis. */
export function earningsBarsOption({ earnings, tag, today, hasDays = false, words }: BarsInput) {
  const { bars, currency } = earnings;
  const isBelowZero = bars.some(({ amount }) => Number(amount ?? 0) < 0);
  const sayTick = createMoneyTick(currency, tag);
  function describe(index: number): string {
    const bar = bars[index];
    if (bar === undefined) return "";
    const amount = bar.amount === null ? words.noData : formatMoney(bar.amount, currency, tag);
    const rows = [`{head|${longLabel(bar.period, tag)}}`, `{name|${words.amount}}  {value|${amount}}`];
    if (bar.amount !== null && bar.energyWh !== null)
      rows.push(`{name|${words.energy}}  {value|${formatEnergy(bar.energyWh, tag)}}`);
    if ((bar.unpricedWh ?? 0) > 0)
      rows.push(`{name|${words.unpriced}}  {value|${formatEnergy(bar.unpricedWh ?? 0, tag)}}`);
    return rows.join("\n");
  }
  return (theme: ChartTheme): EChartsCoreOption => {
    const { min, minInterval: _whole, ...axis } = valueAxisStyle(theme, 1, sayTick);
    return periodBarsOption(theme, {
      bars: bars.map(({ period, amount }) => {
        const value = amount === null ? null : Number(amount);
        return { period, value, ...((value ?? 0) < 0 && { itemStyle: { borderRadius: [0, 0, 3, 3] } }) };
      }),
      ...{ tag, today, hasDays, describe },
      yAxis: { ...axis, ...(!isBelowZero && { min }) },
    });
  };
}
