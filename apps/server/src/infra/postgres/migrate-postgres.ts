import { fileURLToPath } from "node:url";
import type { ClientBase } from "pg";
import type { Logger } from "../logger.ts";
import type { AppliedMigration, Migration } from "../migration-files.ts";
import { planMigrations, readMigrations } from "../migration-files.ts";
import { connectClient } from "./connect-client.ts";

const folder = fileURLToPath(new URL("../../../migrations/postgres", import.meta.url));

// An arbitrary number that no other lock of this database uses: "helio" as ASCII.
const MIGRATION_LOCK = "448311388527";

/** Runs `action` under the migration lock; waits for another process that holds it. */
async function withMigrationLock<T>(client: ClientBase, action: () => Promise<T>): Promise<T> {
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
  try {
    return await action();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
  }
}

/** Runs `action` under the same lock on a separate connection, for migrations of another engine. */
export async function withMigrationLockByUrl<T>(databaseUrl: string, action: () => Promise<T>): Promise<T> {
  const client = await connectClient({ connectionString: databaseUrl });
  try {
    return await withMigrationLock(client, action);
  } finally {
    await client.end();
  }
}

async function apply(client: ClientBase, { version, name, checksum, needs, sql }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query(
      "insert into schema_migrations (version, name, checksum, needs) values ($1, $2, $3, $4)",
      [version, name, checksum, needs],
    );
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new Error(`PostgreSQL migration ${version} (${name}) failed: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** Only the owner of a table may alter it, and a role of less rights starts the server as well. */
async function addNeedsColumn(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'needs'`,
  );
  if (rowCount === 0) await client.query("alter table schema_migrations add column needs integer");
}

/** Each file is one transaction. Throws StartError when the database and the files do not belong together. */
export async function migratePostgres(client: ClientBase, logger: Logger, from = folder): Promise<void> {
  await withMigrationLock(client, async () => {
    await client.query(`create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
    await addNeedsColumn(client);
    const { rows } = await client.query<AppliedMigration>(
      "select version, name, checksum, needs from schema_migrations order by version",
    );
    for (const migration of planMigrations("PostgreSQL", await readMigrations(from), rows)) {
      await apply(client, migration);
      logger.info({ version: migration.version, name: migration.name }, "PostgreSQL migration applied");
    }
  });
}
