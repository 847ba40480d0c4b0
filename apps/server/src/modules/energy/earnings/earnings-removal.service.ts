import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import { deleteDayEarnings } from "./day-earnings.repository.ts";

/** Removes the earnings of plants that are removed; rows of PostgreSQL go with the plant. */
export const removeEarnings = (clickhouse: ClickHouse, plantKeys: readonly number[]): Promise<void> =>
  deleteDayEarnings(clickhouse, plantKeys);
