import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { TariffService } from "../tariffs/tariffs.service.ts";
import type { DayAmount } from "./day-earnings.repository.ts";
import { insertDayEarnings, listDueDays } from "./day-earnings.repository.ts";
import { addFacts, groupDue, valueDays } from "./day-earnings.ts";
import { listEarningPlants } from "./earnings-plants.repository.ts";
import type { EarningsBasis } from "./plant-earnings.repository.ts";
import { listDueForDays, writeDaysBasis } from "./plant-earnings.repository.ts";

// The sum of a month does not need today's last minute, and comparing all days of a plant costs more than reading one.
const CHECK_EVERY_MS = 20_000;
// All their days are read: more would keep the process from other work for too long.
const PLANTS_PER_QUERY = 100;
// Many small inserts would keep ClickHouse busy with merging them.
const DAYS_PER_INSERT = 5_000;

/** Keeps the earnings of each plant by day. */
export function createDayEarningsJob(deps: {
  db: Db;
  clickhouse: ClickHouse;
  logger: Logger;
  tariffs: TariffService;
  /** Limits the job to these plants. */
  plantKeys?: readonly number[];
}) {
  const { db, clickhouse, logger, tariffs } = deps;

  async function computePlants(bases: readonly EarningsBasis[], signal: AbortSignal): Promise<void> {
    const keys = bases.map(({ plantKey }) => plantKey);
    const [plants, versions] = await Promise.all([listEarningPlants(db, keys), tariffs.listByPlant(keys)]);
    const known = plants.map((plant) => addFacts(plant, versions.get(plant.plantKey) ?? [], tariffs));
    const due = await listDueDays(
      clickhouse,
      known.map(({ plant, facts, place }) => ({ plantKey: plant.plantKey, facts, place })),
    );
    let days: DayAmount[] = [];
    for (const group of groupDue(known, due)) {
      if (signal.aborted) return;
      days.push(...(await valueDays({ db, clickhouse, tariffs }, group)));
      if (days.length < DAYS_PER_INSERT) continue;
      await insertDayEarnings(clickhouse, days);
      days = [];
    }
    await insertDayEarnings(clickhouse, days);
    await writeDaysBasis(db, bases);
  }

  /** Computes the days that are due; returns the number of their plants. */
  async function check(signal: AbortSignal = new AbortController().signal): Promise<number> {
    const due = await listDueForDays(db, deps.plantKeys);
    for (let index = 0; index < due.length && !signal.aborted; index += PLANTS_PER_QUERY)
      await computePlants(due.slice(index, index + PLANTS_PER_QUERY), signal);
    return due.length;
  }

  const loop = createLoop({
    work: check,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "earnings by day could not be computed",
  });

  return { start: loop.start, stop: loop.stop, check };
}
