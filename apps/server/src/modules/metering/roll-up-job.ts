import type { ClickHouse } from "../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import { createLoop } from "../../infra/loop.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { listPlantsByKey } from "./plants.repository.ts";
import { listRatings } from "./rated-power.ts";
import { markUnmarked, moveCheckpoint } from "./recovery.ts";
import { deleteMarks, listMarkedPlants, lockPlants, takeMarks } from "./roll-up.repository.ts";
import { rollUpPlants } from "./roll-up-plants.ts";

const passEveryMs = 1_000;
const leastPauseMs = 10_000;
// A plant whose computing is dear is computed less often, so that no plant takes more than a twentieth of the job.
const pausePerCost = 20;
// On a busy machine every plant is dear: late reports still count within about a minute.
const MAX_PAUSE_MS = 60_000;
const pauseAfterFailureMs = 60_000;
// A day of windows at first; what is left comes in the next pass, after the other plants, as much as fits the turn.
const firstMarks = 96;
const mostMarks = 2_016;
const turnMs = 4_000;
const checkpointEveryMs = 60_000;
const plantsAPass = 1_000;
const plantsAtOnce = 100;

export interface RollUpJobDeps {
  db: Db;
  clickhouse: ClickHouse;
  clock: Clock;
  logger: Logger;
  /** Energies of the plant moved. */
  onPlantChanged(plantId: string): void;
  /** Only these plants; all when absent. */
  plantKeys?: readonly number[];
}

export interface RollUpJob {
  start(): void;
  /** Resolves when the plant being computed is done. */
  stop(): Promise<void>;
  /** One pass over the plants that are due; answers how many were computed. */
  runOnce(): Promise<number>;
  /** Computes everything that is marked, due or not; throws the first failure. */
  drain(): Promise<void>;
}

export function createRollUpJob(deps: RollUpJobDeps): RollUpJob {
  const { db, clickhouse, clock, logger, plantKeys: only } = deps;
  const dueAt = new Map<number, number>();
  const marksAtOnce = new Map<number, number>();
  let checkpointAt = Number.NEGATIVE_INFINITY;
  let isRecovered = false;

  const limitOf = (plantKey: number) => marksAtOnce.get(plantKey) ?? firstMarks;

  /** The windows computed by plant, and the plants' ids; a plant that another process is at is absent. */
  async function computeMarked(trx: Transaction, plantKeys: readonly number[]) {
    const locked = await lockPlants(trx, plantKeys);
    const marks = await takeMarks(
      trx,
      locked.map((plantKey) => ({ plantKey, limit: limitOf(plantKey) })),
    );
    const byPlant = Map.groupBy(marks, ({ plantKey }) => plantKey);
    const plants = await listPlantsByKey(trx, [...byPlant.keys()]);
    const ratings = await listRatings(trx, [...byPlant.keys()]);
    const ratingsByPlant = new Map(ratings.map((each) => [each.plantKey, each]));
    await rollUpPlants(
      clickhouse,
      plants.flatMap((plant) => {
        const windows = (byPlant.get(plant.plantKey) ?? []).map(({ windowAt }) => windowAt);
        const plantRatings = ratingsByPlant.get(plant.plantKey);
        return plantRatings ? [{ plant, ratings: plantRatings, windows }] : [];
      }),
    );
    await deleteMarks(trx, marks);
    return { byPlant, plantIds: plants.map(({ plantId }) => plantId) };
  }

  function planNext(plantKey: number, computed: number, tookMs: number): void {
    if (computed === limitOf(plantKey)) {
      marksAtOnce.set(plantKey, Math.min(mostMarks, Math.ceil((computed * turnMs) / tookMs)));
      dueAt.delete(plantKey);
    } else {
      marksAtOnce.delete(plantKey);
      const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(leastPauseMs, pausePerCost * tookMs));
      dueAt.set(plantKey, clock.now() + pauseMs);
    }
  }

  /** How many plants were computed. */
  async function computePlants(plantKeys: readonly number[]): Promise<number> {
    const startedAt = performance.now();
    const { byPlant: computed, plantIds } = await db
      .transaction()
      .execute((trx) => computeMarked(trx, plantKeys));
    // After the commit: subscribers that read on this notification must see the marks cleared.
    for (const plantId of plantIds) deps.onPlantChanged(plantId);
    const tookMs = (performance.now() - startedAt) / Math.max(1, computed.size);
    for (const plantKey of plantKeys) planNext(plantKey, computed.get(plantKey)?.length ?? 0, tookMs);
    return computed.size;
  }

  /** One plant's trouble must not keep the others from their energies; its marks stay. */
  async function computeAlone(plantKey: number): Promise<number> {
    try {
      return await computePlants([plantKey]);
    } catch (error) {
      logger.error({ err: error, plantKey }, "roll-up of a plant failed");
      dueAt.set(plantKey, clock.now() + pauseAfterFailureMs);
      return 0;
    }
  }

  async function computeBatch(plantKeys: readonly number[]): Promise<number> {
    try {
      return await computePlants(plantKeys);
    } catch (error) {
      logger.warn({ err: error }, "roll-up of several plants failed; they are computed one by one");
    }
    let computed = 0;
    for (const plantKey of plantKeys) computed += await computeAlone(plantKey);
    return computed;
  }

  async function saveProgress(): Promise<void> {
    if (clock.now() < checkpointAt + checkpointEveryMs) return;
    await moveCheckpoint(db, clock.now());
    checkpointAt = clock.now();
  }

  function forgetDuePlants(): void {
    for (const [plantKey, at] of dueAt) if (at <= clock.now()) dueAt.delete(plantKey);
  }

  async function runOnce(signal?: AbortSignal): Promise<number> {
    forgetDuePlants();
    let computed = 0;
    const filter = { only, except: [...dueAt.keys()], limit: plantsAPass };
    const due = await listMarkedPlants(db, filter);
    for (let index = 0; index < due.length && !signal?.aborted; index += plantsAtOnce)
      computed += await computeBatch(due.slice(index, index + plantsAtOnce));
    await saveProgress();
    return computed;
  }

  async function pass(signal: AbortSignal): Promise<void> {
    // The checkpoint must not move before what it stands for is marked.
    if (!isRecovered) await markUnmarked(db, clickhouse);
    isRecovered = true;
    await runOnce(signal);
  }

  const loop = createLoop({ work: pass, everyMs: passEveryMs, logger, trouble: "roll-up pass failed" });

  return {
    start: loop.start,
    stop: loop.stop,
    runOnce: () => runOnce(),
    async drain() {
      const listPlants = () => listMarkedPlants(db, { only, limit: plantsAtOnce });
      for (let plants = await listPlants(); plants.length > 0; plants = await listPlants())
        await computePlants(plants);
    },
  };
}
