import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { FleetDay } from "../expected/expected-days.repository.ts";
import { sumFleetDays } from "../expected/expected-days.repository.ts";
import { findUnknownDays } from "../known-days.service.ts";
import { listPlantDays } from "./plant-days.repository.ts";

// ClickHouse limits the length of a query, in which each plant has up to eleven characters.
const PLANTS_PER_QUERY = 10_000;

/**
 * Energy of plants by date, days of each plant's own calendar; several rows of a date are to be added. A plant counts on the
 * days whose energy is known: one without any is looked at, and most days of most plants have some.
 */
export async function readFleetDays(
  engines: { readonly db: Db; readonly clickhouse: ClickHouse },
  range: { readonly plantKeys: readonly number[]; readonly fromDay: string; readonly toDay: string },
  now: number,
): Promise<FleetDay[]> {
  const sums = await sumFleetDays(engines.clickhouse, range);
  const emptyKeys = [...new Set(sums.flatMap((each) => each.emptyKeys))];
  const rows: FleetDay[] = sums.filter(({ plantCount }) => plantCount > 0);
  for (let from = 0; from < emptyKeys.length; from += PLANTS_PER_QUERY) {
    const plantKeys = emptyKeys.slice(from, from + PLANTS_PER_QUERY);
    const days = await listPlantDays(engines.clickhouse, { ...range, plantKeys, only: "empty" });
    const isUnknown = await findUnknownDays(engines, days, now);
    const known = Map.groupBy(
      days.filter((day) => !isUnknown(day)),
      ({ day }) => day,
    );
    for (const [day, ofDay] of known) rows.push({ day, plantCount: ofDay.length, energyWh: 0 });
  }
  return rows;
}
