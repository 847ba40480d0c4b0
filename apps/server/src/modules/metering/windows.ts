import type { InstantRange } from "@heliograph/solar";
import { QUARTER_HOUR_MS } from "@heliograph/solar";

export const windowMs = QUARTER_HOUR_MS;

/** Growth of a counter over a longer time is not spread (docs/adr/0004): once a day, a 25-hour day, an hour to spare. */
export const spreadMs = 26 * 3_600_000;

export function startOfWindow(at: number): number {
  return Math.floor(at / windowMs) * windowMs;
}

/** Windows (any order) as ranges; windows at most `joinMs` apart share one, since computing both at once is cheaper. */
export function joinWindows(windows: readonly number[], joinMs: number): InstantRange[] {
  const ranges: Array<{ fromAt: number; toAt: number }> = [];
  for (const startAt of [...windows].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && startAt <= last.toAt + joinMs) last.toAt = Math.max(last.toAt, startAt + windowMs);
    else ranges.push({ fromAt: startAt, toAt: startAt + windowMs });
  }
  return ranges;
}

/** A range in pieces of at most `pieceMs`, a whole number of windows. */
export function splitRange(range: InstantRange, pieceMs: number): InstantRange[] {
  const pieces: InstantRange[] = [];
  for (let fromAt = range.fromAt; fromAt < range.toAt; fromAt += pieceMs)
    pieces.push({ fromAt, toAt: Math.min(fromAt + pieceMs, range.toAt) });
  return pieces;
}
