import type { Clock } from "../../../../infra/clock.ts";
import type { Logger } from "../../../../infra/logger.ts";
import { createLoop } from "../../../../infra/loop.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { saveBeat } from "./link-activity.repository.ts";

const BEAT_EVERY_MS = 5_000;

/**
 * Notes in PostgreSQL that the link accepts reports, so that its own silence is not taken for that of gateways
 * (devices/missing-data). Any number of processes share one row.
 */
export function createLinkActivity({ db, clock, logger }: { db: Db; clock: Clock; logger: Logger }) {
  const loop = createLoop({
    work: () => saveBeat(db, new Date(clock.now())),
    everyMs: BEAT_EVERY_MS,
    logger,
    failureMessage: "the activity of the link could not be stored",
  });
  return { start: loop.start, stop: loop.stop };
}
