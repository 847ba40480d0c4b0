import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { storeSilentUnits } from "./silent-units.repository.ts";

/** It examines every device: 0.5 s of processor time for 100,000. A unit is silent after three report intervals. */
const STORE_EVERY_MS = 60_000;

/** Stores which units are silent alone, for lists of large fleets. */
export const createSilentUnitsJob = ({ db, clock, logger }: { db: Db; clock: Clock; logger: Logger }) =>
  createLoop({
    work: () => storeSilentUnits(db, new Date(clock.now())),
    everyMs: STORE_EVERY_MS,
    logger,
    failureMessage: "silent units could not be stored",
  });
