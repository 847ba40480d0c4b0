const DAY_MS = 86_400_000;

/** UTC midnight in ms of 'YYYY-MM-DD'; RangeError for a text that is no day of the calendar. */
export function parseDay(plantDay: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(plantDay) ? Date.parse(plantDay) : Number.NaN;
  if (Number.isNaN(ms) || formatDay(ms) !== plantDay) {
    throw new RangeError(`not a calendar day: ${plantDay}`);
  }
  return ms;
}

/** 'YYYY-MM-DD' of a reading in ms taken as UTC. */
export function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The day n days later (earlier when negative); RangeError for a malformed day. */
export function addDays(plantDay: string, count: number): string {
  return formatDay(parseDay(plantDay) + count * DAY_MS);
}

/** The month or day n months later, in the form given; a day beyond the month's end becomes its last. */
export function addMonths(monthOrDay: string, count: number): string {
  const isMonth = monthOrDay.length === 7;
  const from = new Date(parseDay(isMonth ? `${monthOrDay}-01` : monthOrDay));
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + count];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = formatDay(Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)));
  return isMonth ? moved.slice(0, 7) : moved;
}

/** Every day from the first to the last, both included; empty when the last is before the first. */
export function listDays(firstDay: string, lastDay: string): string[] {
  const days: string[] = [];
  const last = parseDay(lastDay);
  for (let ms = parseDay(firstDay); ms <= last; ms += DAY_MS) days.push(formatDay(ms));
  return days;
}

/** Monday of the first week of a year after ISO 8601, which is the week with the fourth of January. */
export function firstWeekStart(year: number): string {
  const fourth = `${String(year).padStart(4, "0")}-01-04`;
  return addDays(fourth, -((new Date(parseDay(fourth)).getUTCDay() + 6) % 7));
}
