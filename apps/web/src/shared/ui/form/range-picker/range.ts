import { addDays, addPeriods, dayStart } from "../../../base/format/times.ts";

/** Calendar weeks begin on Monday (ISO 8601) in every language, so that a link shows the same week to every user. */
export type RangeKind = "day" | "week" | "month" | "year" | "own";
export type Preset = "today" | "yesterday" | "last7" | "last30" | "thisMonth" | "lastMonth" | "thisYear";

/** Calendar days of a plant, both ends included; days have no zone until `toInstants` gives them one. */
export interface DayRange {
  readonly kind: RangeKind;
  readonly from: string;
  readonly to: string;
}

/** The first day with data, once there is one, and the plant's own day now. */
export interface Bounds {
  readonly first: string | undefined;
  readonly today: string;
  /** The last day of custom ranges; today by default. */
  readonly lastDay?: string;
}

const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
const lastOfMonth = (month: string): string => addDays(`${addPeriods(month, 1)}-01`, -1);
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;

/** The day, week, month or year that contains a day. */
export function rangeAround(kind: Exclude<RangeKind, "own">, day: string): DayRange {
  if (kind === "day") return { kind, from: day, to: day };
  if (kind === "week") {
    const from = addDays(day, -weekday(day));
    return { kind, from, to: addDays(from, 6) };
  }
  if (kind === "month") return { kind, from: `${day.slice(0, 7)}-01`, to: lastOfMonth(day.slice(0, 7)) };
  return { kind, from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` };
}

export function rangeOfPreset(
  preset: Preset,
  { today, lastDay = today }: Pick<Bounds, "today" | "lastDay">,
): DayRange {
  if (preset === "today") return rangeAround("day", today);
  if (preset === "yesterday") return rangeAround("day", addDays(today, -1));
  if (preset === "thisMonth") return rangeAround("month", today);
  if (preset === "lastMonth") return rangeAround("month", addDays(`${today.slice(0, 7)}-01`, -1));
  if (preset === "thisYear") return rangeAround("year", today);
  return { kind: "own", from: addDays(lastDay, preset === "last7" ? -6 : -29), to: lastDay };
}

/** How many calendar days it has. */
export const daysIn = ({ from, to }: Pick<DayRange, "from" | "to">): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** The range before or after, of the same kind and length. */
export function stepRange(range: DayRange, count: 1 | -1): DayRange {
  const { kind, from, to } = range;
  if (kind !== "own") return rangeAround(kind, count === 1 ? addDays(to, 1) : addDays(from, -1));
  const days = daysIn(range) * count;
  return { kind, from: addDays(from, days), to: addDays(to, days) };
}

/** Whether the range overlaps the time between the first day and today. */
export const isWithin = ({ from, to }: DayRange, { first, today }: Bounds): boolean =>
  from <= today && (first === undefined || to >= first);

/**
 * The range that a step leads to, of the same kind and length; a custom range that would end after the last day ends with it
 * instead. Undefined beyond the bounds.
 */
export function stepWithin(range: DayRange, count: 1 | -1, bounds: Bounds): DayRange | undefined {
  const next = stepRange(range, count);
  const { kind, to } = next;
  const last = kind === "own" ? lastDayOf(bounds) : bounds.today;
  // A range of a link may be before the first day: a step leads towards the bounds, too.
  const isBeyond = count === 1 ? next.from > last : bounds.first !== undefined && next.to < bounds.first;
  if (isBeyond) return undefined;
  if (kind !== "own" || to <= last) return next;
  return { kind, from: addDays(last, 1 - daysIn(range)), to: last };
}

const lastDayOf = ({ today, lastDay = today }: Bounds): string => lastDay;

/** A custom range cut at its last day and at its maximum length; calendar ranges keep their ends. */
export function clipRange(range: DayRange, bounds: Bounds, maxDays: number): DayRange {
  if (range.kind !== "own") return range;
  const last = lastDayOf(bounds);
  const [to = last] = [range.to, last].sort();
  const [, start = to] = [range.from, addDays(to, 1 - maxDays)].sort();
  const [from = to] = [start, to].sort();
  return { kind: "own", from, to };
}

/** `2026-11-21`, `2026-W47`, `2026-11`, `2026` or `2026-11-01~2026-11-09`: how an address writes it. */
export function writeRange({ kind, from, to }: DayRange): string {
  if (kind === "own") return `${from}~${to}`;
  if (kind === "week") return toWeek(from);
  return from.slice(0, { day: 10, month: 7, year: 4 }[kind]);
}

/** Undefined when the text is not a range, not of these kinds, or outside the bounds. */
export function readRange(
  text: string | null,
  kinds: readonly RangeKind[],
  bounds: Bounds,
): DayRange | undefined {
  const range = text === null ? undefined : rangeOfPeriod(text);
  return range !== undefined && kinds.includes(range.kind) && isWithin(range, bounds) ? range : undefined;
}

/** The days of a period as `writeRange` writes it; undefined for another text. */
export function rangeOfPeriod(text: string): DayRange | undefined {
  if (isDay(text)) return rangeAround("day", text);
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return rangeAround("month", `${text}-01`);
  if (/^\d{4}$/.test(text)) return rangeAround("year", `${text}-01-01`);
  const [from = "", to = ""] = text.split("~");
  if (isDay(from) && isDay(to) && from <= to) return { kind: "own", from, to };
  const week = /^(\d{4})-W(\d{2})$/.exec(text);
  return week === null ? undefined : parseWeek(week[1] as string, Number(week[2]));
}

// The first ISO week of a year is the one with 4 January in it; a week belongs to the year of its Thursday.
const firstMonday = (year: string): string => rangeAround("week", `${year}-01-04`).from;

function toWeek(monday: string): string {
  const year = addDays(monday, 3).slice(0, 4);
  const number = Math.round((Date.parse(monday) - Date.parse(firstMonday(year))) / (7 * 86_400_000)) + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}

function parseWeek(year: string, number: number): DayRange | undefined {
  const range = rangeAround("week", addDays(firstMonday(year), 7 * (number - 1)));
  return number >= 1 && toWeek(range.from).startsWith(year) ? range : undefined;
}

/** From the first moment of the first day to the first moment after the last, by the zone's clocks, ms. */
export const toInstants = ({ from, to }: DayRange, timeZone: string): { fromAt: number; toAt: number } => ({
  fromAt: dayStart(from, timeZone),
  toAt: dayStart(addDays(to, 1), timeZone),
});

/** The months it touches, `2026-11`. */
export function monthsIn({ from, to }: DayRange): string[] {
  const months = [from.slice(0, 7)];
  for (let month = months[0] as string; month < to.slice(0, 7); ) {
    month = addPeriods(month, 1);
    months.push(month);
  }
  return months;
}
