/** A gateway needs one message a minute and 5 a second for its history; a replay of measured data may be faster. */
const MESSAGES_PER_SECOND = 500;
const BURST = 1_000;
const MAX_PAUSE_MS = 5_000;

/** The message rate of one connection: a faster one waits, and its socket is not read meanwhile. */
export function createRateLimit(now: () => number) {
  let tokens = BURST;
  let filledAt = now();

  return {
    /** Takes one token; returns how long to wait, ms. */
    take(): number {
      const at = now();
      tokens = Math.min(BURST, tokens + ((at - filledAt) / 1000) * MESSAGES_PER_SECOND);
      filledAt = at;
      tokens--;
      return tokens >= 0 ? 0 : Math.min(MAX_PAUSE_MS, (-tokens / MESSAGES_PER_SECOND) * 1000);
    },
  };
}
