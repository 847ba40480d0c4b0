import { addDays, addMonths, formatDay, parseDay } from "./calendar.ts";
import type { PlantZones } from "./plant-zones.ts";
import { listStretches, startOfDay } from "./plant-zones.ts";
import { wallClock, wallDayStart } from "./zone-clock.ts";

/** UTC ms, the end excluded. */
export interface InstantRange {
  readonly fromAt: number;
  readonly toAt: number;
}

const DAY_MS = 86_400_000;

function dayInZone(at: number, zone: string): string {
  const wallMs = wallClock(at, zone);
  const nextMidnightMs = (Math.floor(wallMs / DAY_MS) + 1) * DAY_MS;
  // Clocks that fell back over midnight show the old date again; the new day has begun all the same.
  const hasNextBegun = at >= wallDayStart(nextMidnightMs, zone);
  return formatDay(hasNextBegun ? nextMidnightMs : wallMs);
}

/** The local day 'YYYY-MM-DD' whose dayRange holds a UTC instant in ms; RangeError for an unknown zone. */
export function plantDayOf(at: number, zones: PlantZones): string {
  if (typeof zones === "string") return dayInZone(at, zones);
  const stretches = listStretches(zones);
  const { timeZone, nextDay } =
    stretches.find(({ toAt }) => at < toAt) ?? (stretches[0] as (typeof stretches)[0]);
  const day = dayInZone(at, timeZone);
  // The old zone's clock may pass midnight before the first day of the new zone begins.
  return nextDay !== null && day >= nextDay ? addDays(nextDay, -1) : day;
}

/** The earliest and the latest local day of some zones at a UTC instant in ms; those of UTC without any zone. */
export function plantDaysOf(
  at: number,
  zones: readonly PlantZones[],
): { readonly earliest: string; readonly latest: string } {
  const utc = plantDayOf(at, "UTC");
  const days = [...new Set(zones)].map((zone) => plantDayOf(at, zone)).toSorted();
  return { earliest: days[0] ?? utc, latest: days.at(-1) ?? utc };
}

/**
 * UTC range of a local day, 23 to 25 hours as the zone's clock changes; empty for a day the zone skipped. A change of zone
 * makes the day before it shorter or longer. RangeError for a malformed day or an unknown zone.
 */
export function dayRange(plantDay: string, zones: PlantZones): InstantRange {
  const midnightMs = parseDay(plantDay);
  return {
    fromAt: startOfDay(midnightMs, zones),
    toAt: startOfDay(midnightMs + DAY_MS, zones),
  };
}

/** UTC range of local days, both included; RangeError for a malformed day or an unknown zone. */
export function daysRange(fromDay: string, toDay: string, zones: PlantZones): InstantRange {
  return { fromAt: dayRange(fromDay, zones).fromAt, toAt: dayRange(toDay, zones).toAt };
}

/** UTC range of a local month 'YYYY-MM'; RangeError for a malformed month or an unknown zone. */
export function monthRange(plantMonth: string, zones: PlantZones): InstantRange {
  return {
    fromAt: startOfDay(parseDay(`${plantMonth}-01`), zones),
    toAt: startOfDay(parseDay(`${addMonths(plantMonth, 1)}-01`), zones),
  };
}

/** UTC range of a local year 'YYYY'; RangeError for a malformed year or an unknown zone. */
export function yearRange(plantYear: string, zones: PlantZones): InstantRange {
  return {
    fromAt: startOfDay(parseDay(`${plantYear}-01-01`), zones),
    toAt: startOfDay(parseDay(addMonths(`${plantYear}-01-01`, 12)), zones),
  };
}

/** A range in pieces of at most `pieceMs`, in order. */
export function splitRange(range: InstantRange, pieceMs: number): InstantRange[] {
  const pieces: InstantRange[] = [];
  for (let fromAt = range.fromAt; fromAt < range.toAt; fromAt += pieceMs)
    pieces.push({ fromAt, toAt: Math.min(fromAt + pieceMs, range.toAt) });
  return pieces;
}
