import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { storeTotalChanges } from "./alarm-totals.repository.ts";

/** Readers sum the changes meanwhile: longer costs them more. */
const STORE_EVERY_MS = 1_000;

/** Stores the changed numbers of alarms. */
export function createAlarmTotalsJob({ db, logger }: { db: Db; logger: Logger }) {
  return createLoop({
    work: () => storeTotalChanges(db),
    everyMs: STORE_EVERY_MS,
    logger,
    failureMessage: "numbers of alarms could not be stored",
  });
}
