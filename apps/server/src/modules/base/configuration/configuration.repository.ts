import type { ConfigurationSettings } from "@heliograph/contract";
import { configurationSettings } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../access/scope.ts";

export interface ConfigurationRow {
  settings: ConfigurationSettings;
  revision: number;
}

function toRow(rows: readonly { settings: object; revision: number }[]): ConfigurationRow {
  const row = rows[0];
  if (!row) throw new Error("the configuration has no row");
  // Settings stored by an older version lack newer fields, which get their defaults.
  return { settings: configurationSettings.parse(row.settings), revision: row.revision };
}

export async function getConfigurationRow(db: Db): Promise<ConfigurationRow> {
  const { rows } = await sql<{
    settings: object;
    revision: number;
  }>`select settings, revision from configuration`.execute(db);
  return toRow(rows);
}

export async function lockConfigurationRow(trx: Transaction): Promise<ConfigurationRow> {
  const { rows } = await sql<{
    settings: object;
    revision: number;
  }>`select settings, revision from configuration for update`.execute(trx);
  return toRow(rows);
}

export async function writeConfigurationRow(
  trx: Transaction,
  scope: Scope,
  { settings, revision }: ConfigurationRow,
): Promise<void> {
  await sql`
    update configuration set settings = ${JSON.stringify(settings)}::jsonb, revision = ${revision},
      updated_by = ${scope.accountId ?? null}, updated_at = now()`.execute(trx);
}
