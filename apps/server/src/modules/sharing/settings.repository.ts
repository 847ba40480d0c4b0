import type { PlantSettings } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";

/** Settings as they were before anybody chose any are empty. */
export async function readSettings(
  trx: Transaction,
  _scope: Scope,
  plantId: string,
): Promise<Partial<PlantSettings>> {
  const { rows } = await sql<{ settings: Partial<PlantSettings> }>`
    select settings from plants where id = ${plantId}`.execute(trx);
  return rows[0]?.settings ?? {};
}

export async function writeSettings(
  trx: Transaction,
  _scope: Scope,
  { plantId, settings }: { plantId: string; settings: Partial<PlantSettings> },
): Promise<void> {
  await sql`update plants set settings = ${JSON.stringify(settings)}::jsonb where id = ${plantId}`.execute(
    trx,
  );
}
