import { addDays } from "./calendar.ts";
import type { InstantRange } from "./local-days.ts";
import type { PlantZones } from "./plant-zones.ts";
import { listStretches } from "./plant-zones.ts";
import { wallClock } from "./zone-clock.ts";

const STEP_MS = 7 * 86_400_000;

/** Offset of a plant's clock from UTC, in ms, since an instant in UTC ms. */
export interface ZoneOffset {
  readonly fromAt: number;
  readonly offsetMs: number;
  /**
   * The last day of the zone; null where it has no end. Readings of the clock beyond it still belong to this day: the first
   * day of the next zone begins by that zone's clock.
   */
  readonly lastDay: string | null;
}

const offsetAt = (at: number, zone: string): number => wallClock(at, zone) - Math.floor(at / 1000) * 1000;

/** The first instant after `from`, at the latest `to`, with another offset than `from`; clocks change at full seconds. */
function findChange(from: number, to: number, zone: string): number {
  const before = offsetAt(from, zone);
  let [low, high] = [from, to];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

function listOfZone({ fromAt, toAt }: InstantRange, zone: string, lastDay: string | null): ZoneOffset[] {
  const offsets: ZoneOffset[] = [{ fromAt, offsetMs: offsetAt(fromAt, zone), lastDay }];
  let at = fromAt;
  while (at < toAt) {
    const next = Math.min(at + STEP_MS, toAt);
    const known = offsets.at(-1)?.offsetMs;
    if (offsetAt(next, zone) === known) at = next;
    else {
      at = findChange(at, next, zone);
      if (at < toAt) offsets.push({ fromAt: at, offsetMs: offsetAt(at, zone), lastDay });
    }
  }
  return offsets;
}

/**
 * Offsets of a plant's clock in a range that begins at a full second: the first from its beginning, then one for each change
 * of the clock or of the zone. RangeError for an unknown zone.
 */
export function listZoneOffsets(range: InstantRange, zones: PlantZones): ZoneOffset[] {
  return listStretches(zones).flatMap(({ timeZone, nextDay, ...stretch }) => {
    const fromAt = Math.max(range.fromAt, stretch.fromAt);
    const isTouched = fromAt < stretch.toAt && (fromAt < range.toAt || fromAt === range.fromAt);
    if (!isTouched) return [];
    const toAt = Math.min(range.toAt, stretch.toAt);
    return listOfZone({ fromAt, toAt }, timeZone, nextDay === null ? null : addDays(nextDay, -1));
  });
}
