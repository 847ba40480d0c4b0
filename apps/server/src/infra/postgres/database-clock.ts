import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import { createLoop } from "../loop.ts";
import type { Db } from "./database.ts";
import { readDatabaseTime } from "./database-time.repository.ts";

/** Clocks that differ by less are taken to agree: a process then keeps the time of its machine. */
const TOLERANCE_MS = 1_000;
const CHECK_EVERY_MS = 60_000;

export interface DatabaseClock extends Clock {
  /** Compares the machine's clock with that of PostgreSQL. */
  synchronize(): Promise<void>;
  /** Compares them regularly. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * The time of a process: that of its machine, or of PostgreSQL where the two differ, so that leases and deadlines that
 * processes on several machines write for each other mean the same to all of them.
 */
export function createDatabaseClock(deps: { db: Db; clock: Clock; logger: Logger }): DatabaseClock {
  const { db, clock, logger } = deps;
  let offsetMs = 0;

  async function synchronize(): Promise<void> {
    const from = clock.now();
    const databaseAt = await readDatabaseTime(db);
    const halfRoundTripMs = (clock.now() - from) / 2;
    const differenceMs = databaseAt - from - halfRoundTripMs;
    const agrees = Math.abs(differenceMs) <= TOLERANCE_MS + halfRoundTripMs;
    if (agrees !== (offsetMs === 0))
      logger.warn(
        { differenceMs },
        agrees
          ? "the clock of this machine agrees with that of the database again"
          : "the clock of this machine differs from that of the database, whose time is used",
      );
    offsetMs = agrees ? 0 : Math.round(differenceMs);
  }

  const loop = createLoop({
    work: synchronize,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "the time of the database could not be read",
  });
  return { now: () => clock.now() + offsetMs, synchronize, start: loop.start, stop: loop.stop };
}
