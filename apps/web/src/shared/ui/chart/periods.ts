import { formatDay, formatMonth, formatShortMonth } from "../../base/format/times.ts";
import { rangeOfPeriod } from "../form/range-picker/range.ts";

/** What the bars of a chart are. */
export type By = "day" | "week" | "month" | "year";

/** What a click on a bar leads to: a year's months, a month's or week's days. */
export function findFiner(period: string | undefined): { by: By; period: string } | undefined {
  if (period?.length === 4) return { by: "month", period };
  return period === undefined || period.length === 10 ? undefined : { by: "day", period };
}

/** Whether the period is not over. */
export function isCurrent(period: string, today: string): boolean {
  const range = rangeOfPeriod(period);
  return range !== undefined && range.from <= today && today <= range.to;
}

// A period says by its form what it is: while another kind is on its way the old bars keep their own labels.
export function shortLabel(period: string, tag: string): string {
  if (period.length === 10) return String(Number(period.slice(8)));
  if (period.length === 8) return period.slice(5);
  return period.length === 7 ? formatShortMonth(period, tag) : period;
}

export function longLabel(period: string, tag: string): string {
  if (period.length === 10) return formatDay(period, tag);
  const week = period.length === 8 ? rangeOfPeriod(period) : undefined;
  if (week !== undefined) return `${formatDay(week.from, tag)} – ${formatDay(week.to, tag)}`;
  return period.length === 7 ? formatMonth(period, tag) : period;
}
