import type { BarRange as AnyBarRange } from "./figures/bars.ts";
import { findBarRange, listPeriods } from "./figures/bars.ts";

/** Bars of figures that are not known by week. */
export type BarRange = AnyBarRange<"day" | "month" | "year">;

/** The days that the bars of a period cover; undefined when the period has another form than the bars need. */
export const findRange = (
  by: BarRange["by"],
  period: string | undefined,
  today: string,
): BarRange | undefined => findBarRange(by, period, today);

/** Periods of all bars of a range; years since the first of those with data. */
export const listBarPeriods = (range: BarRange, withData: readonly { period: string }[]): string[] =>
  listPeriods(range, withData);
