const S = 1_000;
const MINUTE = 60 * S;
const HOUR = 60 * MINUTE;

/** Delay after the first, second, … failed attempt; the attempt after the last delay is the last one. */
const DELAYS_MS = [5 * S, 30 * S, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR] as const;
/** Share of a delay by which it is shortened or extended, so that deliveries that failed together spread. */
const JITTER = 0.2;

export const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** Milliseconds until the next attempt; undefined when none is left. `random` returns a number from 0 to below 1. */
export function findRetryDelay(attempts: number, random: () => number): number | undefined {
  const delayMs = DELAYS_MS[attempts - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + JITTER * (2 * random() - 1)));
}
