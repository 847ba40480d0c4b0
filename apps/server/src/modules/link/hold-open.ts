import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import { isStorageAway } from "../../infra/storage-away.ts";

/** Storage may be away this long before connections are closed, spread over a minute. */
const PATIENCE_MS = 5 * 60_000;
const SPREAD_MS = 60_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
/** With nobody waiting, a failure counts this long: the next report may go well. */
const FAILURE_COUNTS_MS = 5_000;
/** Longer than a batch of the largest load takes. */
const STALLED_AFTER_MS = 3_000;

/**
 * Holds a message unanswered while storage is away and tries again, as long as its sender is there: the broker reads no
 * more of that client meanwhile, the gateway keeps its buffer. A rejection closes the connection.
 */
export function createHoldOpen({ clock, logger }: { clock: Clock; logger: Logger }) {
  let isStopping = false;
  let isAway = false;
  let holding = 0;
  let failedAt = 0;
  let storedAt = 0;
  /** When each message under way began, oldest first. */
  const underWay = new Set<{ readonly startedAt: number }>();

  function noteAway(error: unknown): void {
    failedAt = clock.now();
    // An outage is told once, not by every message that waits for its end.
    if (!isAway) logger.warn({ err: error }, "reports cannot be stored for now");
    isAway = true;
  }

  function noteStored(wasHeld: boolean): void {
    storedAt = clock.now();
    if (!isAway || (!wasHeld && holding > 0)) return;
    isAway = false;
    logger.info("reports are stored again");
  }

  async function runHeld(
    action: () => Promise<void>,
    isGone: () => boolean,
    givesUpAt: number,
  ): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await wait(pauseMs);
      if (isStopping) throw new Error("the server stops");
      if (isGone()) throw new Error("the sender left");
      try {
        await action();
        return;
      } catch (error) {
        if (!isStorageAway(error) || clock.now() >= givesUpAt) throw error;
        failedAt = clock.now();
      }
    }
  }

  async function runOne(action: () => Promise<void>, isGone: () => boolean): Promise<void> {
    const givesUpAt = clock.now() + PATIENCE_MS + Math.random() * SPREAD_MS;
    if (isStopping) throw new Error("the server stops");
    try {
      await action();
      noteStored(false);
      return;
    } catch (error) {
      if (!isStorageAway(error)) throw error;
      noteAway(error);
    }
    holding++;
    try {
      await runHeld(action, isGone, givesUpAt);
      noteStored(true);
    } finally {
      holding--;
    }
  }

  return {
    /** Tries again only what failed because storage is away; every other failure is thrown at once. */
    async run(action: () => Promise<void>, isGone: () => boolean): Promise<void> {
      const one = { startedAt: clock.now() };
      underWay.add(one);
      try {
        await runOne(action, isGone);
      } finally {
        underWay.delete(one);
      }
    },
    /** Why nothing can be acknowledged now, as far as the messages of this moment show. */
    findTrouble(): "writes-fail" | "stalled" | undefined {
      const now = clock.now();
      if (isAway && (holding > 0 || now - failedAt < FAILURE_COUNTS_MS)) return "writes-fail";
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
