import { TREND_DAYS } from "@heliograph/contract";
import { addDays } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { listExpectedShares } from "./expected-days.repository.ts";
import { writeExpectedShares } from "./expected-shares.repository.ts";

/** Keeps the shares of plants over the last days of home's trend that are over there, given today's date of each by key. */
export async function keepExpectedShares(
  { db, clickhouse }: { db: Db; clickhouse: ClickHouse },
  todays: ReadonlyMap<number, string>,
): Promise<void> {
  // On all of earth there are three dates at the most.
  for (const [today, plants] of Map.groupBy(todays, ([, day]) => day)) {
    const plantKeys = plants.map(([plantKey]) => plantKey);
    const days = { fromDay: addDays(today, -TREND_DAYS), toDay: addDays(today, -1) };
    await writeExpectedShares(db, plantKeys, await listExpectedShares(clickhouse, { plantKeys, ...days }));
  }
}
