import { crc32 } from "node:zlib";
import { addDays, plantDayOf } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Logger } from "../../../../infra/logger.ts";
import { createLoop } from "../../../../infra/loop.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { listPlantKeys, listPlantsByKey } from "../plants.repository.ts";
import type { DueDay, ExpectedDay } from "./expected-days.repository.ts";
import { insertExpectedDays, listDueDays } from "./expected-days.repository.ts";
import { computeExpectedDays } from "./expected-days.ts";
import { keepExpectedShares } from "./expected-shares.ts";

const CHECK_EVERY_MS = 2 * 60_000;
/** Days before today whose expected energy is kept up to date: those of home's trend, and one for the date line. */
export const MAX_DAYS = 32;
/** Today and yesterday everywhere on earth. */
const LAST_DAYS = 2;
const PLANTS_PER_QUERY = 500;
const DAYS_PER_INSERT = 500;

/** Hash of what the expected energy of a plant depends on and a user can change. */
export function hashFacts({ latitude, longitude, installedCapacityKwp, zones }: EnergyPlant): number {
  return crc32(JSON.stringify([latitude, longitude, installedCapacityKwp, zones]));
}

/** Stores the expected energy of each plant's complete days beside the energy of the same windows, and its share of it. */
export function createExpectedDaysJob(deps: {
  db: Db;
  clickhouse: ClickHouse;
  clock: Clock;
  logger: Logger;
  /** Limits the job to these plants. */
  plantKeys?: readonly number[];
}) {
  const { db, clickhouse, clock, logger } = deps;

  async function computeDue(plant: EnergyPlant, due: readonly DueDay[]): Promise<ExpectedDay[]> {
    const today = plantDayOf(clock.now(), plant.zones);
    const complete = due.filter(({ day }) => day < today);
    const energies = await computeExpectedDays(
      { db, clickhouse },
      plant,
      complete.map(({ day }) => day),
    );
    const facts = hashFacts(plant);
    return complete.flatMap((each) => {
      const of = energies.get(each.day);
      return of ? [{ ...each, ...of, facts }] : [];
    });
  }

  async function computePlants(
    plants: readonly EnergyPlant[],
    maxDays: number,
    signal: AbortSignal,
  ): Promise<void> {
    const due = await listDueDays(clickhouse, {
      plants: plants.map((plant) => ({ plantKey: plant.plantKey, facts: hashFacts(plant) })),
      fromDay: addDays(plantDayOf(clock.now(), "UTC"), -maxDays),
    });
    const dueByPlant = Map.groupBy(due, ({ plantKey }) => plantKey);
    let days: ExpectedDay[] = [];
    for (const plant of plants) {
      if (signal.aborted) break;
      try {
        days.push(...(await computeDue(plant, dueByPlant.get(plant.plantKey) ?? [])));
      } catch (error) {
        // The others are computed; this one again in the next round.
        logger.error({ err: error, plantKey: plant.plantKey }, "expected energies of a plant failed");
      }
      if (days.length < DAYS_PER_INSERT) continue;
      await insertExpectedDays(clickhouse, days);
      days = [];
    }
    await insertExpectedDays(clickhouse, days);
  }

  async function check(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const keys = deps.plantKeys ?? (await listPlantKeys(db));
    // The last days of all plants first: where many days are due, yesterday's losses do not wait for the others.
    for (const maxDays of [LAST_DAYS, MAX_DAYS]) {
      const todays = new Map<number, string>();
      for (let index = 0; index < keys.length && !signal.aborted; index += PLANTS_PER_QUERY) {
        const plants = await listPlantsByKey(db, keys.slice(index, index + PLANTS_PER_QUERY));
        await computePlants(plants, maxDays, signal);
        for (const { plantKey, zones } of plants) todays.set(plantKey, plantDayOf(clock.now(), zones));
      }
      await keepExpectedShares({ db, clickhouse }, todays);
    }
  }

  const loop = createLoop({
    work: check,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "expected energies of complete days could not be computed",
  });
  return { start: loop.start, stop: loop.stop, check };
}
