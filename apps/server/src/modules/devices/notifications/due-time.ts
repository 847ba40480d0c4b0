import type { AlarmMailSettings } from "@heliograph/contract";
import { addDays, dayRange, plantDayOf } from "@heliograph/solar";

const HOUR_MS = 3_600_000;
/** Local hour of a daily mail. */
const DAILY_HOUR = 7;
const MAX_FORMATS = 500;

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, hour: "2-digit", hourCycle: "h23" });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(zone, format);
  return format;
}

const localHour = (at: number, zone: string): number => Number(getFormat(zone).format(at));

/** The first instant of a local hour after an instant; all instants in ms. */
export function nextLocalHour(after: number, hour: number, zone: string): number {
  const today = plantDayOf(after, zone);
  for (const day of [today, addDays(today, 1), addDays(today, 2)]) {
    const at = dayRange(day, zone).fromAt + hour * HOUR_MS;
    // On a day with 23 or 25 hours the clock shows another hour by then.
    const shift = ((hour - localHour(at, zone) + 36) % 24) - 12;
    const corrected = at + shift * HOUR_MS;
    if (corrected > after) return corrected;
  }
  return after + 24 * HOUR_MS;
}

function isQuiet(at: number, { from, to, zone }: { from: number; to: number; zone: string }): boolean {
  const hour = localHour(at, zone);
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}

function digestTime(now: number, { digest, timeZone }: AlarmMailSettings): number {
  if (digest === "hourly") return (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  if (digest === "daily") return nextLocalHour(now, DAILY_HOUR, timeZone);
  return now;
}

/** When what happened now is mailed: by the digest, and after the quiet hours; ms. */
export function dueTime(now: number, settings: AlarmMailSettings, plantZone: string): number {
  const { quietFrom, quietTo, quietZone, timeZone } = settings;
  const at = digestTime(now, settings);
  if (quietFrom === null || quietTo === null) return at;
  const zone = quietZone === "plant" ? plantZone : timeZone;
  return isQuiet(at, { from: quietFrom, to: quietTo, zone }) ? nextLocalHour(at, quietTo, zone) : at;
}
