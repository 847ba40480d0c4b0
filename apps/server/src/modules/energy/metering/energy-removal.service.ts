import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { deleteFleetDays } from "./expected/expected-days.repository.ts";
import { deleteMarksOfPlants } from "./roll-up/marks.repository.ts";

/** Removes everything computed from the samples of plants that are removed. */
export async function removeEnergies(clickhouse: ClickHouse, plantKeys: readonly number[]): Promise<void> {
  await deleteFleetDays(clickhouse, plantKeys);
  const ofPlants = "plant in {plantKeys:Array(UInt32)} settings mutations_sync = 1";
  for (const statement of [
    `alter table unit_windows delete where ${ofPlants}`,
    `alter table plant_windows delete where ${ofPlants}`,
    `alter table plant_days delete where ${ofPlants}`,
  ]) {
    await clickhouse.command(statement, { plantKeys });
  }
}

/** Removes what is still to be computed for plants that are removed in the same transaction. */
export async function removeRollUpMarks(trx: Transaction, plantKeys: readonly number[]): Promise<void> {
  await deleteMarksOfPlants(trx, plantKeys);
}
