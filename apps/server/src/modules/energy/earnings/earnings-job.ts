import { dayRange, plantDayOf } from "@heliograph/solar";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { TariffService } from "../tariffs/tariffs.service.ts";
import { createValuation } from "./earnings.service.ts";
import type { EarningPlant } from "./earnings-plants.repository.ts";
import { listEarningPlants } from "./earnings-plants.repository.ts";
import { formatAmount } from "./money.ts";
import type { DayEarnings, EarningsBasis } from "./plant-earnings.repository.ts";
import { listDuePlants, writePlantEarnings } from "./plant-earnings.repository.ts";
import { sumSlotEnergies } from "./slot-energies.repository.ts";
import { addEarned, valueEnergies } from "./value-energies.ts";

const CHECK_EVERY_MS = 2_000;
// ClickHouse limits the length of a query, and each plant is named in it.
const PLANTS_PER_QUERY = 500;

/** Plants whose energies of today are one query. */
const groupKey = ({ zones, sets }: EarningPlant): string =>
  JSON.stringify([zones, sets.map(({ validFrom, level }) => [validFrom, level])]);

/** Keeps the earnings of each plant's current day. */
export function createEarningsJob(deps: {
  db: Db;
  clickhouse: ClickHouse;
  clock: Clock;
  logger: Logger;
  tariffs: TariffService;
  /** Limits the job to these plants. */
  plantKeys?: readonly number[];
}) {
  const { db, clickhouse, clock, logger, tariffs } = deps;

  /** Earnings today of plants with the same time zones and levels. */
  async function computeGroup(plants: readonly EarningPlant[], bases: ReadonlyMap<number, EarningsBasis>) {
    const [{ zones, sets }] = plants as [EarningPlant];
    const today = plantDayOf(clock.now(), zones);
    const plantKeys = plants.map(({ plantKey }) => plantKey);
    const versions = await tariffs.listByPlant(plantKeys);
    const days = { fromDay: today, toDay: today, by: "day", tariffDays: [], dayFactors: [] } as const;
    const energies = await sumSlotEnergies(clickhouse, { plantKeys, zones, sets, ...days });
    const byPlant = Map.groupBy(energies, ({ plantKey }) => plantKey);
    const dayEndsAt = dayRange(today, zones).toAt;
    return plants.flatMap((plant): DayEarnings[] => {
      const basis = bases.get(plant.plantKey);
      if (basis === undefined) return [];
      const own = versions.get(plant.plantKey) ?? [];
      const inForce = own.findLast(({ validFrom }) => validFrom <= today) ?? own[0];
      const valuation = createValuation(plant, inForce ? [inForce] : [], tariffs);
      const earned = valueEnergies(byPlant.get(plant.plantKey) ?? [], valuation, () => "today").get("today");
      const { amount, unpricedWh, isEstimated } = earned ?? addEarned([]);
      return [{ ...basis, dayEndsAt, amount: formatAmount(amount), unpricedWh, isEstimated }];
    });
  }

  /** Computes the plants that are due; returns how many. */
  async function check(signal: AbortSignal = new AbortController().signal): Promise<number> {
    const due = await listDuePlants(db, deps.plantKeys);
    const bases = new Map(due.map((basis) => [basis.plantKey, basis]));
    for (let index = 0; index < due.length && !signal.aborted; index += PLANTS_PER_QUERY) {
      const keys = due.slice(index, index + PLANTS_PER_QUERY).map(({ plantKey }) => plantKey);
      const groups = Map.groupBy(await listEarningPlants(db, keys), groupKey);
      const earnings: DayEarnings[] = [];
      for (const group of groups.values()) earnings.push(...(await computeGroup(group, bases)));
      await writePlantEarnings(db, earnings);
    }
    return due.length;
  }

  const loop = createLoop({
    work: check,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "earnings of today could not be computed",
  });

  return { start: loop.start, stop: loop.stop, check };
}
