const FIRST_MS = 1_000;
const MAX_DELAY_MS = 60_000;

/** Waiting time before the next connection: doubles up to a minute, half of it random, so that a fleet does not reconnect at the same moment. */
export function backOffMs(attempt: number, random: () => number): number {
  const fullMs = Math.min(FIRST_MS * 2 ** Math.min(attempt, 10), MAX_DELAY_MS);
  return fullMs / 2 + (random() * fullMs) / 2;
}
