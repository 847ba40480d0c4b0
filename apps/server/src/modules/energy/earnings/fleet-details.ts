import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { ComparedDays, Days } from "./compared-days.ts";
import { sumByPlant } from "./day-earnings.repository.ts";
import type { EarningGroup, FleetPlant } from "./fleet-plants.repository.ts";

/** Plants with energy at times without a price, of those that show their energy. */
export async function countUnpriced(
  clickhouse: ClickHouse,
  groups: readonly EarningGroup[],
  days: Days,
): Promise<number> {
  const keys = groups.flatMap(({ hidesEnergy, plantKeys }) => (hidesEnergy ? [] : plantKeys));
  const sums = await sumByPlant(clickhouse, keys, days);
  return sums.filter(({ unpricedWh }) => unpricedWh > 0).length;
}

/**
 * Differences of plants from the days before, as a share of them, by key. A plant that has no data since the first of the
 * days, or earned nothing before, is absent.
 */
export async function listChanges(
  clickhouse: ClickHouse,
  plants: readonly FleetPlant[],
  days: ComparedDays | undefined,
): Promise<Map<number, number>> {
  if (days === undefined) return new Map();
  const keys = plants
    .filter(({ firstDay }) => firstDay !== null && firstDay <= days.before.fromDay)
    .map(({ plantKey }) => plantKey);
  const [shown, before] = await Promise.all([
    sumByPlant(clickhouse, keys, days.shown),
    sumByPlant(clickhouse, keys, days.before),
  ]);
  const amounts = new Map(shown.map(({ plantKey, amount }) => [plantKey, Number(amount)]));
  return new Map(
    before
      .filter(({ amount }) => Number(amount) > 0)
      .map(({ plantKey, amount }) => [plantKey, (amounts.get(plantKey) ?? 0) / Number(amount) - 1]),
  );
}
