import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import { deleteSamplesOfPlants } from "./samples.repository.ts";

/** Stores samples that know their plant and slot: a column of equal length for each name. Resolves when they are synced. */
export async function insertSamples(
  clickhouse: ClickHouse,
  columns: Record<string, ArrayLike<unknown>>,
  count: number,
): Promise<void> {
  await clickhouse.insertColumns("samples", columns, count);
}

/** Deletes every sample of plants that are about to be deleted. */
export async function deleteSamples(clickhouse: ClickHouse, plantKeys: readonly number[]): Promise<void> {
  await deleteSamplesOfPlants(clickhouse, plantKeys);
}
