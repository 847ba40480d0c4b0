import { formatMonth } from "./times.ts";

/** Days, both included, as short as they can be named: a whole year or month, or the first and the last. */
export function formatDays(fromDay: string, toDay: string, tag: string): string {
  const [from, to] = [fromDay, toDay].map((day) => Date.parse(`${day}T00:00:00Z`)) as [number, number];
  const [year, month] = [fromDay.slice(0, 4), fromDay.slice(0, 7)];
  if (fromDay === `${year}-01-01` && toDay === `${year}-12-31`) return year;
  const isMonthEnd = new Date(to + 86_400_000).getUTCDate() === 1;
  if (fromDay === `${month}-01` && isMonthEnd && toDay.startsWith(month)) return formatMonth(month, tag);
  return new Intl.DateTimeFormat(tag, {
    timeZone: "UTC",
    ...{ year: "numeric", month: "short", day: "numeric" },
  }).formatRange(from, to);
}
