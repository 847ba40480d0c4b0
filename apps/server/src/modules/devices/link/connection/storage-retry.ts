import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../../../../infra/clock.ts";
import type { Logger } from "../../../../infra/logger.ts";
import { isStorageUnavailable } from "../../../../infra/storage-unavailable.ts";

/** Storage may be unavailable this long before connections are closed, spread over a minute. */
const MAX_RETRY_MS = 5 * 60_000;
const SPREAD_MS = 60_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;
/** Without a waiting message a failure counts this long: the next report may succeed. */
const FAILURE_COUNTS_MS = 5_000;
/** Longer than a batch of the largest load takes. */
const STALLED_AFTER_MS = 5_000;

/**
 * Retries a message while storage is unavailable, without acknowledging it, as long as its sender is connected: the broker
 * reads no more of that client meanwhile and the gateway keeps its buffer. A rejection closes the connection.
 */
export function createStorageRetry({ clock, logger }: { clock: Clock; logger: Logger }) {
  let isStopping = false;
  let isUnavailable = false;
  let waiting = 0;
  let failedAt = 0;
  let storedAt = 0;
  /** Start times of the messages in progress, oldest first. */
  const underWay = new Set<{ readonly startedAt: number }>();

  function noteUnavailable(error: unknown): void {
    failedAt = clock.now();
    // An outage is logged once, not by every message that waits for its end.
    if (!isUnavailable) logger.warn({ err: error }, "reports cannot be stored for now");
    isUnavailable = true;
  }

  function noteStored(hadToWait: boolean): void {
    storedAt = clock.now();
    if (!isUnavailable || (!hadToWait && waiting > 0)) return;
    isUnavailable = false;
    logger.info("reports are stored again");
  }

  async function retry(action: () => Promise<void>, isGone: () => boolean, givesUpAt: number): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      await wait(pauseMs);
      if (isStopping) throw new Error("the server stops");
      if (isGone()) throw new Error("the sender left");
      try {
        await action();
        return;
      } catch (error) {
        if (!isStorageUnavailable(error) || clock.now() >= givesUpAt) throw error;
        failedAt = clock.now();
      }
    }
  }

  async function runOne(action: () => Promise<void>, isGone: () => boolean): Promise<void> {
    const givesUpAt = clock.now() + MAX_RETRY_MS + Math.random() * SPREAD_MS;
    if (isStopping) throw new Error("the server stops");
    try {
      await action();
      noteStored(false);
      return;
    } catch (error) {
      if (!isStorageUnavailable(error)) throw error;
      noteUnavailable(error);
    }
    waiting++;
    try {
      await retry(action, isGone, givesUpAt);
      noteStored(true);
    } finally {
      waiting--;
    }
  }

  return {
    /** Retries only while storage is unavailable; every other failure is thrown immediately. */
    async run(action: () => Promise<void>, isGone: () => boolean): Promise<void> {
      const one = { startedAt: clock.now() };
      underWay.add(one);
      try {
        await runOne(action, isGone);
      } finally {
        underWay.delete(one);
      }
    },
    /** The reason why nothing can be acknowledged, according to the messages in progress. */
    findTrouble(): "writes-fail" | "stalled" | undefined {
      const now = clock.now();
      if (isUnavailable && (waiting > 0 || now - failedAt < FAILURE_COUNTS_MS)) return "writes-fail";
      const [oldest] = underWay;
      if (oldest === undefined) return undefined;
      const waitedMs = now - Math.max(oldest.startedAt, storedAt);
      return waitedMs > STALLED_AFTER_MS ? "stalled" : undefined;
    },
    stop(): void {
      isStopping = true;
    },
  };
}
