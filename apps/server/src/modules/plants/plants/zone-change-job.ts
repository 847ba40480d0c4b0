import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { lockDueZones, setCurrentZone } from "./zone-change.repository.ts";

const CHECK_EVERY_MS = 5_000;

/** Shows the next zone of each plant once it has begun; the figures follow the dated zones anyway. */
export function createZoneChangeJob({
  db,
  clock,
  logger,
  onPlantChanged,
}: {
  db: Db;
  clock: Clock;
  logger: Logger;
  onPlantChanged: (plantId: string) => void;
}) {
  async function check(): Promise<void> {
    const now = clock.now();
    const changed = await db.transaction().execute(async (trx) => {
      const due = await lockDueZones(trx, now);
      for (const plant of due) await setCurrentZone(trx, plant, now);
      return due;
    });
    for (const { plantId } of changed) onPlantChanged(plantId);
  }

  const loop = createLoop({
    work: check,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "time zones of plants that have begun could not be set",
  });
  return { start: loop.start, stop: loop.stop, check };
}
