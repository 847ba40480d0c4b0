import { addMonths, formatDay, parseDay } from "./calendar.ts";
import { wallClock, wallDayStart } from "./zone-clock.ts";

/** UTC ms, the end excluded. */
export interface InstantRange {
  readonly fromAt: number;
  readonly toAt: number;
}

const DAY_MS = 86_400_000;

/** The local day 'YYYY-MM-DD' whose dayRange holds a UTC instant in ms; RangeError for an unknown zone. */
export function plantDayOf(at: number, zone: string): string {
  const wallMs = wallClock(at, zone);
  const nextMidnightMs = (Math.floor(wallMs / DAY_MS) + 1) * DAY_MS;
  // Clocks that fell back over midnight show the old date again; the new day has begun all the same.
  const hasNextBegun = at >= wallDayStart(nextMidnightMs, zone);
  return formatDay(hasNextBegun ? nextMidnightMs : wallMs);
}

/** The earliest and the latest local day of some zones at a UTC instant in ms; those of UTC without any zone. */
export function plantDaysOf(
  at: number,
  zones: readonly string[],
): { readonly earliest: string; readonly latest: string } {
  const utc = plantDayOf(at, "UTC");
  const days = [...new Set(zones)].map((zone) => plantDayOf(at, zone)).toSorted();
  return { earliest: days[0] ?? utc, latest: days.at(-1) ?? utc };
}

/**
 * UTC range of a local day, 23 to 25 hours as the zone's clock changes; empty for a day the zone skipped.
 * RangeError for a malformed day or an unknown zone.
 */
export function dayRange(plantDay: string, zone: string): InstantRange {
  const midnightMs = parseDay(plantDay);
  return {
    fromAt: wallDayStart(midnightMs, zone),
    toAt: wallDayStart(midnightMs + DAY_MS, zone),
  };
}

/** UTC range of a local month 'YYYY-MM'; RangeError for a malformed month or an unknown zone. */
export function monthRange(plantMonth: string, zone: string): InstantRange {
  return {
    fromAt: wallDayStart(parseDay(`${plantMonth}-01`), zone),
    toAt: wallDayStart(parseDay(`${addMonths(plantMonth, 1)}-01`), zone),
  };
}

/** UTC range of a local year 'YYYY'; RangeError for a malformed year or an unknown zone. */
export function yearRange(plantYear: string, zone: string): InstantRange {
  return {
    fromAt: wallDayStart(parseDay(`${plantYear}-01-01`), zone),
    toAt: wallDayStart(parseDay(addMonths(`${plantYear}-01-01`, 12)), zone),
  };
}

/** A range in pieces of at most `pieceMs`, in order. */
export function splitRange(range: InstantRange, pieceMs: number): InstantRange[] {
  const pieces: InstantRange[] = [];
  for (let fromAt = range.fromAt; fromAt < range.toAt; fromAt += pieceMs)
    pieces.push({ fromAt, toAt: Math.min(fromAt + pieceMs, range.toAt) });
  return pieces;
}
