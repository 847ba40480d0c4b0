import type { StationDetail } from "@heliograph/contract";
import { rangeOfPeriod } from "../../shared/ui/form/range-picker/range.ts";
import type { Earnings } from "./earnings-facts.tsx";

/** What a plant earned in a day, month or year, as a row of a table. */
export interface EarningPeriod {
  /** `2026-03-29`, `2026-03` or `2026`. */
  readonly period: string;
  readonly amount: string | null;
  readonly energyWh: number | null;
  readonly unpricedWh: number | null;
  /** Average earnings of a paid kilowatt hour; null without any. */
  readonly perKwh: number | null;
  /** Days since which the prices of the period are valid. */
  readonly priceDays: readonly string[];
}

export const SORTS = ["period", "energyWh", "unpricedWh", "perKwh", "amount"] as const;

/** First days of the prices in a period; the first price also holds before its day. */
function listPriceDays(period: string, tariffs: Earnings["tariffs"]): string[] {
  const range = rangeOfPeriod(period);
  if (range === undefined) return [];
  return tariffs.flatMap(({ validFrom }, index) => {
    const next = tariffs[index + 1]?.validFrom;
    const isInPeriod = (index === 0 || validFrom <= range.to) && (next === undefined || next > range.from);
    return isInPeriod ? [validFrom] : [];
  });
}

/** The periods of the plant's life so far, in order. */
export function listEarningPeriods(
  { bars, tariffs }: Pick<Earnings, "bars" | "tariffs">,
  { firstDay, today }: Pick<StationDetail, "firstDay" | "today">,
): EarningPeriod[] {
  return bars.flatMap((bar) => {
    const range = rangeOfPeriod(bar.period);
    if (range === undefined || range.from > today || (firstDay !== null && range.to < firstDay)) return [];
    const { period, amount } = bar;
    const hasData = amount !== null;
    const energyWh = hasData ? bar.energyWh : null;
    const unpricedWh = hasData ? bar.unpricedWh : null;
    return [
      {
        ...{ period, amount, energyWh, unpricedWh },
        perKwh: hasData ? bar.amountPerKwh : null,
        priceDays: hasData ? listPriceDays(period, tariffs) : [],
      },
    ];
  });
}

/** Sorts by a column; periods without its value come last in both orders, equal ones by time. */
export function sortEarningPeriods(
  rows: readonly EarningPeriod[],
  { sort, order }: { sort: string; order: "asc" | "desc" },
): EarningPeriod[] {
  const key = SORTS.find((each) => each === sort) ?? "period";
  const direction = order === "asc" ? 1 : -1;
  const compareTimes = (one: EarningPeriod, other: EarningPeriod) => (one.period < other.period ? -1 : 1);
  if (key === "period") return rows.toSorted((one, other) => direction * compareTimes(one, other));
  const findValue = (row: EarningPeriod) => (row[key] === null ? null : Number(row[key]));
  return rows.toSorted((one, other) => {
    const [value, otherValue] = [findValue(one), findValue(other)];
    if (value === null || otherValue === null)
      return Number(value === null) - Number(otherValue === null) || compareTimes(one, other);
    return direction * (value - otherValue) || compareTimes(one, other);
  });
}
