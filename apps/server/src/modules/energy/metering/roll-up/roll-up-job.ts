import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Logger } from "../../../../infra/logger.ts";
import { createLoop } from "../../../../infra/loop.ts";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import { listPlantsWithoutEnergies } from "../figures/current-energies.repository.ts";
import { keepCurrentEnergies, recountEnergies } from "../figures/current-energies.ts";
import { listPlantsByKey } from "../plants.repository.ts";
import { recountChangedDays } from "./day-recounts.ts";
import {
  deleteMarks,
  listMarkedPlants,
  listMarks,
  listPlantsWithQuietMarks,
  lockPlants,
} from "./marks.repository.ts";
import { listRatings } from "./ratings.repository.ts";
import { markUnmarked, moveCheckpoint } from "./recovery.ts";
import { rollUpPlants } from "./roll-up-plants.ts";
import type { DuePlants } from "./roll-up-schedule.ts";
import { createRollUpSchedule } from "./roll-up-schedule.ts";

const PASS_EVERY_MS = 1_000;
// A day of windows at first; the rest follows in later passes, after the other plants, as many as fit the time limit.
const FIRST_MARKS = 96;
const MAX_MARKS = 2_016;
const MAX_TURN_MS = 4_000;
const CHECKPOINT_EVERY_MS = 60_000;
const MAX_PLANTS_PER_PASS = 1_000;
const PLANTS_PER_BATCH = 500;
// A window that ended this long ago gets late reports only, which often come many at a time.
const LATE_AFTER_MS = 30 * 60_000;

export interface RollUpJobDeps {
  db: Db;
  clickhouse: ClickHouse;
  clock: Clock;
  logger: Logger;
  /** Called when energies of the plant changed. */
  onEnergyChanged(plantId: string): void;
  /** Only these plants; all when absent. */
  plantKeys?: readonly number[];
}

export interface RollUpJob {
  start(): void;
  /** Resolves when the plant being computed is done. */
  stop(): Promise<void>;
  /** One pass over the plants that are due; returns how many were computed. */
  runOnce(): Promise<number>;
  /** Computes all marked windows, due or not, and days whose bounds moved; throws the first failure of a window. */
  drain(): Promise<void>;
}

export function createRollUpJob(deps: RollUpJobDeps): RollUpJob {
  const { db, clickhouse, clock, logger, plantKeys: only } = deps;
  const schedule = createRollUpSchedule(clock);
  const marksPerTurn = new Map<number, number>();
  let checkpointAt = Number.NEGATIVE_INFINITY;
  let isRecovered = false;

  const limitOf = (plantKey: number) => marksPerTurn.get(plantKey) ?? FIRST_MARKS;

  /** Windows computed by plant, and the plants' ids; a plant locked by another process is absent. */
  async function computeMarked(trx: Transaction, plantKeys: readonly number[]) {
    const locked = await lockPlants(trx, plantKeys);
    const marks = await listMarks(
      trx,
      locked.map((plantKey) => ({ plantKey, limit: limitOf(plantKey) })),
    );
    const byPlant = Map.groupBy(marks, ({ plantKey }) => plantKey);
    const plants = await listPlantsByKey(trx, [...byPlant.keys()]);
    const ratings = await listRatings(trx, [...byPlant.keys()]);
    const ratingsByPlant = new Map(ratings.map((each) => [each.plantKey, each]));
    await rollUpPlants(
      { db: trx, clickhouse },
      plants.flatMap((plant) => {
        const windows = (byPlant.get(plant.plantKey) ?? []).map(({ windowAt }) => windowAt);
        const plantRatings = ratingsByPlant.get(plant.plantKey);
        return plantRatings ? [{ plant, ratings: plantRatings, windows }] : [];
      }),
    );
    await keepCurrentEnergies({ trx, clickhouse }, plants, clock.now());
    await deleteMarks(trx, marks);
    return { byPlant, plantIds: plants.map(({ plantId }) => plantId) };
  }

  function planNext(plantKey: number, computed: number, tookMs: number): void {
    const isFinished = computed < limitOf(plantKey);
    if (isFinished) marksPerTurn.delete(plantKey);
    else marksPerTurn.set(plantKey, Math.min(MAX_MARKS, Math.ceil((computed * MAX_TURN_MS) / tookMs)));
    schedule.setComputed(plantKey, { isFinished, tookMs });
  }

  /** Returns the number of plants that were computed. */
  async function computePlants(plantKeys: readonly number[]): Promise<number> {
    const startedAt = performance.now();
    const { byPlant: computed, plantIds } = await db
      .transaction()
      .execute((trx) => computeMarked(trx, plantKeys));
    // After the commit: subscribers that read on this notification must see the marks cleared.
    for (const plantId of plantIds) deps.onEnergyChanged(plantId);
    const tookMs = (performance.now() - startedAt) / Math.max(1, computed.size);
    for (const plantKey of plantKeys) planNext(plantKey, computed.get(plantKey)?.length ?? 0, tookMs);
    return computed.size;
  }

  /** Computes one plant; its failure must not delay the others, and its marks stay. */
  async function computeAlone(plantKey: number): Promise<number> {
    try {
      return await computePlants([plantKey]);
    } catch (error) {
      logger.error({ err: error, plantKey }, "roll-up of a plant failed");
      schedule.setFailed(plantKey);
      return 0;
    }
  }

  async function computeBatch(plantKeys: readonly number[], signal?: AbortSignal): Promise<number> {
    try {
      return await computePlants(plantKeys);
    } catch (error) {
      logger.warn({ err: error }, "roll-up of several plants failed; they are computed one by one");
    }
    let computed = 0;
    for (const plantKey of plantKeys) if (!signal?.aborted) computed += await computeAlone(plantKey);
    return computed;
  }

  async function saveProgress(): Promise<void> {
    if (clock.now() < checkpointAt + CHECKPOINT_EVERY_MS) return;
    await moveCheckpoint(db, clock.now());
    checkpointAt = clock.now();
  }

  /** The plants to compute now: those that are due, and those whose late reports have all arrived. */
  async function listPlantsToCompute(): Promise<number[]> {
    const due = await listMarkedPlants(db, narrow(schedule.listDue()));
    const late = schedule.listLate();
    if (!late || due.length === MAX_PLANTS_PER_PASS) return due;
    const lateBefore = clock.now() - LATE_AFTER_MS;
    return [...new Set([...due, ...(await listPlantsWithQuietMarks(db, narrow(late), lateBefore))])];
  }

  function narrow({ only: chosen, except }: DuePlants) {
    const isWanted = (plantKey: number) => !only || only.includes(plantKey);
    return { only: chosen ? chosen.filter(isWanted) : only, except, limit: MAX_PLANTS_PER_PASS };
  }

  async function runOnce(signal?: AbortSignal): Promise<number> {
    const startedAt = performance.now();
    let computed = 0;
    const plantKeys = await listPlantsToCompute();
    for (let index = 0; index < plantKeys.length && !signal?.aborted; index += PLANTS_PER_BATCH)
      computed += await computeBatch(plantKeys.slice(index, index + PLANTS_PER_BATCH), signal);
    if (plantKeys.length > 0) schedule.endPass(performance.now() - startedAt);
    await saveProgress();
    return computed;
  }

  async function keepMissingEnergies(): Promise<void> {
    await recountEnergies({ db, clickhouse }, await listPlantsWithoutEnergies(db, only), clock.now());
  }

  async function pass(signal: AbortSignal): Promise<void> {
    // The checkpoint must not move before all samples up to it are marked.
    if (!isRecovered) {
      await markUnmarked(db, clickhouse);
      await keepMissingEnergies();
    }
    isRecovered = true;
    await recountChangedDays(deps, signal);
    await runOnce(signal);
  }

  const loop = createLoop({
    work: pass,
    everyMs: PASS_EVERY_MS,
    logger,
    failureMessage: "roll-up pass failed",
  });

  return {
    start: loop.start,
    stop: loop.stop,
    runOnce: () => runOnce(),
    async drain() {
      await recountChangedDays(deps);
      const listPlants = () => listMarkedPlants(db, { only, limit: PLANTS_PER_BATCH });
      for (let plants = await listPlants(); plants.length > 0; plants = await listPlants())
        await computePlants(plants);
    },
  };
}
