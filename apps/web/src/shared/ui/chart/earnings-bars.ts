import type { EChartsCoreOption } from "echarts/core";
import { formatEnergy, formatMoney } from "../../base/format/numbers.ts";
import type { ChartTheme } from "./chart-theme.ts";
import { axisLabelStyle, tooltipStyle, valueAxisStyle, valueAxisWidth } from "./chart-theme.ts";
import { isCurrent, longLabel, shortLabel } from "./periods.ts";

/** Earnings by period, of a plant or of many with one currency. */
interface EarningsByPeriod {
  readonly currency: string;
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
  readonly earnings: EarningsByPeriod;
  readonly tag: string;
  /** Today in the time zone of the plants: the period that contains it is not complete yet. */
  readonly today: string;
  readonly words: {
    readonly amount: string;
    readonly noData: string;
    readonly energy: string;
    readonly unpriced: string;
  };
}

/** Amounts on the axis without more digits than a tick needs. */
const createTick = (currency: string, tag: string) => {
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
export function earningsBarsOption({ earnings, tag, today, words }: BarsInput) {
  const { bars, currency } = earnings;
  const values = bars.map(({ amount }) => (amount === null ? null : Number(amount)));
  const isBelowZero = values.some((value) => (value ?? 0) < 0);
  const sayTick = createTick(currency, tag);
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
    return {
      animation: false,
      grid: {
        left: valueAxisWidth(theme),
        right: theme.rem * 1.6,
        top: theme.rem * 1.6,
        bottom: theme.rem * 3,
      },
      xAxis: {
        type: "category",
        data: bars.map(({ period }) => period),
        axisLine: { onZero: false, lineStyle: { color: theme.line } },
        axisTick: { show: false },
        axisLabel: { ...axisLabelStyle(theme), formatter: (period: string) => shortLabel(period, tag) },
      },
      yAxis: { ...axis, ...(!isBelowZero && { min }) },
      tooltip: {
        ...tooltipStyle(theme),
        trigger: "axis",
        axisPointer: { type: "shadow", shadowStyle: { color: theme.text3, opacity: 0.08 } },
        formatter: (items: { dataIndex: number }[]) => describe(items[0]?.dataIndex ?? -1),
      },
      series: [
        {
          type: "bar",
          // A month leads to its days, a year to its months; a day leads nowhere.
          cursor: bars.some(({ period }) => period.length < 10) ? "pointer" : "default",
          barMaxWidth: theme.rem * 4.8,
          barCategoryGap: "28%",
          data: values.map((value, index) => ({
            value,
            itemStyle: {
              color: isCurrent(bars[index]?.period ?? "", today) ? theme.amber : theme.amberSoft,
              borderRadius: (value ?? 0) < 0 ? [0, 0, 3, 3] : [3, 3, 0, 0],
            },
          })),
        },
      ],
    };
  };
}
