import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import { createLoop } from "../../infra/loop.ts";
import type { Db } from "../../infra/postgres/database.ts";
import { listSilenced } from "./silence-watch.repository.ts";

const LOOK_EVERY_MS = 5_000;

/** Says which plants fell silent since the last look. */
export function createSilenceWatch(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  onPlantChanged: (plantId: string) => void;
}) {
  const { db, clock, logger, onPlantChanged } = deps;
  let lookedAt = clock.now();

  async function look(): Promise<void> {
    const toAt = clock.now();
    const silenced = await listSilenced(db, { fromAt: new Date(lookedAt), toAt: new Date(toAt) });
    lookedAt = toAt;
    for (const plantId of silenced) onPlantChanged(plantId);
  }

  const loop = createLoop({
    work: look,
    everyMs: LOOK_EVERY_MS,
    logger,
    trouble: "silent plants could not be looked for",
  });

  return { start: loop.start, stop: loop.stop, look };
}
