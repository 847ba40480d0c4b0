import type { PlantSettings } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";

/** Settings of the plant; empty until some are chosen. */
export async function readSettings(
  trx: Transaction,
  { plantId }: PlantInScope,
): Promise<Partial<PlantSettings>> {
  const { rows } = await sql<{ settings: Partial<PlantSettings> }>`
    select settings from plants where id = ${plantId}`.execute(trx);
  return rows[0]?.settings ?? {};
}

export async function writeSettings(
  trx: Transaction,
  { plantId }: PlantInScope,
  settings: Partial<PlantSettings>,
): Promise<void> {
  await sql`update plants set settings = ${JSON.stringify(settings)}::jsonb where id = ${plantId}`.execute(
    trx,
  );
}
