import type { InstantRange } from "./local-days.ts";
import { wallClock } from "./zone-clock.ts";

const STEP_MS = 7 * 86_400_000;

/** Offset of a zone's clock from UTC, in ms, since an instant in UTC ms. */
export interface ZoneOffset {
  readonly fromAt: number;
  readonly offsetMs: number;
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

/**
 * Offsets of a zone in a range that begins at a full second: the first from its beginning, then one for each change of the
 * clock. RangeError for an unknown zone.
 */
export function listZoneOffsets({ fromAt, toAt }: InstantRange, zone: string): ZoneOffset[] {
  const offsets: ZoneOffset[] = [{ fromAt, offsetMs: offsetAt(fromAt, zone) }];
  let at = fromAt;
  while (at < toAt) {
    const next = Math.min(at + STEP_MS, toAt);
    const known = offsets.at(-1)?.offsetMs;
    if (offsetAt(next, zone) === known) at = next;
    else {
      at = findChange(at, next, zone);
      if (at < toAt) offsets.push({ fromAt: at, offsetMs: offsetAt(at, zone) });
    }
  }
  return offsets;
}
