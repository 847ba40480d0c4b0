import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { listExpiredPlants } from "./expired-plants.repository.ts";

const CHECK_EVERY_MS = 5_000;

/** Notifies of plants whose power or connection expired since the last check. */
export function createStatusExpiryJob(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  onPlantChanged: (plantId: string) => void;
}) {
  const { db, clock, logger, onPlantChanged } = deps;
  let checkedAt = clock.now();

  async function check(): Promise<void> {
    const toAt = clock.now();
    const expired = await listExpiredPlants(db, { fromAt: new Date(checkedAt), toAt: new Date(toAt) });
    checkedAt = toAt;
    for (const plantId of expired) onPlantChanged(plantId);
  }

  const loop = createLoop({
    work: check,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "plants with expired states could not be listed",
  });

  return { start: loop.start, stop: loop.stop, check };
}
