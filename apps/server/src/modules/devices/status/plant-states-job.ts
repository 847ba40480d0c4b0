import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { analyzeStates, storeOutdatedStates } from "./plant-states.repository.ts";

/** Readers compute what is outdated meanwhile: longer costs them more, shorter stores the same plant more often. */
const STORE_EVERY_MS = 1_000;
/** So many stored together are a filled table rather than changes; later growth is seen by autovacuum. */
const MANY_STATES = 1_000;

/** Stores the states of plants that changed, and notifies of those whose power or connection expired. */
export function createPlantStatesJob(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  onPlantChanged: (plantId: string) => void;
}) {
  const { db, clock, logger, onPlantChanged } = deps;
  let isAnalyzed = false;

  async function store(): Promise<void> {
    const { count, expiredPlantIds } = await storeOutdatedStates(db, new Date(clock.now()));
    for (const plantId of expiredPlantIds) onPlantChanged(plantId);
    if (isAnalyzed || count < MANY_STATES) return;
    isAnalyzed = true;
    await analyzeStates(db);
  }

  const loop = createLoop({
    work: store,
    everyMs: STORE_EVERY_MS,
    logger,
    failureMessage: "states of plants could not be stored",
  });

  return { start: loop.start, stop: loop.stop, store };
}
