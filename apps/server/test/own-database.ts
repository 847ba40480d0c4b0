import { randomBytes, randomInt } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { createLogger } from "../src/infra/logger.ts";
import type { Db } from "../src/infra/postgres/open-postgres.ts";
import { openPostgresByUrl } from "../src/infra/postgres/open-postgres.ts";

/** A migrated database for this test only, which may read all of it or needs it empty. */
export async function openOwnDatabase(): Promise<{ db: Db; url: string; close(): Promise<void> }> {
  const sharedUrl = inject("databaseUrl");
  const name = `own_${randomBytes(6).toString("hex")}`;
  const runShared = async (command: string) => {
    const client = new pg.Client({ connectionString: sharedUrl });
    await client.connect();
    await client.query(command).finally(() => client.end());
  };
  await runShared(`create database ${name} template ${inject("templateDatabase")}`);
  const url = sharedUrl.replace(/\/[^/]+$/, `/${name}`);
  const { db, close } = await openPostgresByUrl(url, createLogger({ logLevel: "silent" }));
  // Files of one process share ClickHouse, whose rows are found by these keys.
  const firstKey = randomInt(1_000_000, 2_000_000_000);
  for (const table of ["plants", "slots", "devices"])
    await sql`alter table ${sql.table(table)} alter column key restart with ${sql.lit(firstKey)}`.execute(db);
  return {
    db,
    url,
    async close() {
      await close();
      await runShared(`drop database ${name} with (force)`);
    },
  };
}
