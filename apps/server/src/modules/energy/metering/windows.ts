import type { InstantRange } from "@heliograph/solar";
import { QUARTER_HOUR_MS } from "@heliograph/solar";

export const WINDOW_MS = QUARTER_HOUR_MS;

/** Growth of a counter over a longer time is not spread over windows (docs/adr/0004): a day of 25 hours and one to spare. */
export const MAX_SPREAD_MS = 26 * 3_600_000;

export function startOfWindow(at: number): number {
  return Math.floor(at / WINDOW_MS) * WINDOW_MS;
}

/** Windows (any order) as ranges; windows at most `joinMs` apart share one, since computing them together is cheaper. */
export function joinWindows(windows: readonly number[], joinMs: number): InstantRange[] {
  const ranges: Array<{ fromAt: number; toAt: number }> = [];
  for (const startAt of [...windows].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && startAt <= last.toAt + joinMs) last.toAt = Math.max(last.toAt, startAt + WINDOW_MS);
    else ranges.push({ fromAt: startAt, toAt: startAt + WINDOW_MS });
  }
  return ranges;
}
