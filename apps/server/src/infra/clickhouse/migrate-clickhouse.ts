import { fileURLToPath } from "node:url";
import type { Logger } from "../logger.ts";
import type { AppliedMigration } from "../migration-files.ts";
import { planMigrations, readMigrations } from "../migration-files.ts";
import type { ClickHouse } from "./clickhouse.ts";

const folder = fileURLToPath(new URL("../../../migrations/clickhouse", import.meta.url));

/** Statements of a migration file: each ends with a semicolon at a line's end. */
export function splitStatements(sql: string): string[] {
  return sql
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, "").trim() !== "");
}

/** ClickHouse has no transactions: a migration is recorded as applied after its last statement. */
export async function migrateClickHouse(
  clickhouse: ClickHouse,
  logger: Logger,
  from = folder,
): Promise<void> {
  await clickhouse.command(
    `create table if not exists schema_migrations (
      version UInt16, name String, checksum String, applied_at DateTime64(3, 'UTC')
    ) engine = ReplacingMergeTree(applied_at) order by version settings fsync_after_insert = 1, fsync_part_directory = 1`,
  );
  await clickhouse.command("alter table schema_migrations add column if not exists needs Nullable(UInt16)");
  const applied = await clickhouse.query<AppliedMigration>(
    "select version, name, checksum, needs from schema_migrations final order by version",
  );
  for (const { sql, ...migration } of planMigrations("ClickHouse", await readMigrations(from), applied)) {
    const { version, name } = migration;
    for (const statement of splitStatements(sql)) await clickhouse.command(statement);
    await clickhouse.insertRows("schema_migrations", [{ ...migration, applied_at: new Date() }]);
    logger.info({ version, name }, "ClickHouse migration applied");
  }
}
