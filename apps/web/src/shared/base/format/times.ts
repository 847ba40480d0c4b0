/** Formatters are expensive to create and used a thousand times per screen. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(tag, options);
  formatters.set(key, made);
  return made;
}

export const formatClock = (at: number, timeZone: string, tag: string): string =>
  formatter(tag, { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);

const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

// A day is written in one way in each language, as date fields show it (date-text.ts).
const dayAt = (at: number, timeZone: string, tag: string): string =>
  formatter(tag, { timeZone, ...day }).format(at);

const shortDayAt = (at: number, timeZone: string, tag: string): string =>
  formatter(tag, { timeZone, month: "2-digit", day: "2-digit" }).format(at);

export const formatDateTime = (at: number, timeZone: string, tag: string): string =>
  `${dayAt(at, timeZone, tag)} ${formatClock(at, timeZone, tag)}`;

/** As short as it is clear, for one line: the time of an instant of today, the year only of another year. */
export function formatSince(at: number, now: number, timeZone: string, tag: string): string {
  const [today, thatDay] = [dayAt(now, timeZone, "sv"), dayAt(at, timeZone, "sv")];
  if (thatDay === today) return formatClock(at, timeZone, tag);
  if (thatDay.slice(0, 4) !== today.slice(0, 4)) return formatDateTime(at, timeZone, tag);
  return `${shortDayAt(at, timeZone, tag)}\u{a0}${formatClock(at, timeZone, tag)}`;
}

/** To the second, where it matters which of two came first. */
export const formatSecond = (at: number, timeZone: string, tag: string): string => {
  const second = formatter("en-GB", { timeZone, second: "2-digit" }).format(at).padStart(2, "0");
  return `${formatDateTime(at, timeZone, tag)}:${second}`;
};

/** A local calendar day (`2026-03-29`); days have no zone. */
export const formatDay = (localDay: string, tag: string): string =>
  dayAt(Date.parse(`${localDay}T00:00:00Z`), "UTC", tag);

/** Without its year, which is named elsewhere. */
export const formatShortDay = (localDay: string, tag: string): string =>
  shortDayAt(Date.parse(`${localDay}T00:00:00Z`), "UTC", tag);

export const formatMonth = (month: string, tag: string): string =>
  formatter(tag, { timeZone: "UTC", year: "numeric", month: "long" }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );

export const formatShortMonth = (month: string, tag: string): string =>
  formatter(tag, { timeZone: "UTC", month: "short" }).format(Date.parse(`${month}-01T00:00:00Z`));

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago, in the greatest whole unit. */
export function formatAgo(at: number, now: number, tag: string): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  const relative = new Intl.RelativeTimeFormat(tag, { style: "short", numeric: "always" });
  for (const [unit, size] of steps)
    if (seconds >= size) return relative.format(-Math.floor(seconds / size), unit);
  return relative.format(-seconds, "second");
}

/** How long until an instant, in the greatest whole unit. */
export function formatIn(at: number, now: number, tag: string): string {
  const seconds = Math.max(0, Math.round((at - now) / 1000));
  const relative = new Intl.RelativeTimeFormat(tag, { style: "short", numeric: "always" });
  const [unit, size] = steps.find(([, each]) => seconds >= each) ?? (["minute", 60] as const);
  return relative.format(Math.max(1, Math.round(seconds / size)), unit);
}

/** The calendar day `count` days after `day`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** The month or year `count` after a period written `2026-03` or `2026`. */
export function addPeriods(period: string, count: number): string {
  if (period.length === 4) return String(Number(period) + count);
  const months = Number(period.slice(0, 4)) * 12 + Number(period.slice(5)) - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
}

/** The instant a zone's calendar day starts, ms; on a day that has no midnight, its first moment. */
export const dayStart = (day: string, timeZone: string): number => instantAt(day, 0, timeZone);

const DAY_MS = 86_400_000;

/**
 * The instant a zone's clock shows a time of a calendar day, ms; the first of two. A time that a clock change skips is as
 * much later as the clock was set forward.
 */
export function instantAt(day: string, minutes: number, timeZone: string): number {
  const local = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  // No zone is a day away from UTC, so that a clock change is between the two.
  const [before, after] = [local - DAY_MS, local + DAY_MS].map((at) => local - offsetMs(at, timeZone)) as [
    number,
    number,
  ];
  if (before === after) return before;
  const isShown = (at: number): boolean => at + offsetMs(at, timeZone) === local;
  return isShown(after) && !isShown(before) ? after : before;
}

/** What a zone's clock shows at an instant, in ms since the midnight a calendar day begins with. */
export const clockMs = (at: number, day: string, timeZone: string): number =>
  at + offsetMs(at, timeZone) - Date.parse(`${day}T00:00:00Z`);

function offsetMs(at: number, timeZone: string): number {
  const parts = formatter("en-GB", {
    timeZone,
    ...day,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((each) => each.type === type)?.value ?? "00";
  const local = Date.parse(
    `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:${part("second")}Z`,
  );
  return local - at;
}

/** A full hour of the day, 0 to 24, as a clock shows it. */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
