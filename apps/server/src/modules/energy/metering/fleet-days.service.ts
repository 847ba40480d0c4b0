import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import { deleteFleetDays } from "./expected/expected-days.repository.ts";

/** Removes what is kept by date of plants whose days are removed without the roll-up. */
export async function removeFleetDays(clickhouse: ClickHouse, plantKeys: readonly number[]): Promise<void> {
  await deleteFleetDays(clickhouse, plantKeys);
}
