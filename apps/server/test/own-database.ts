import { randomBytes } from "node:crypto";
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
  return {
    db,
    url,
    async close() {
      await close();
      await runShared(`drop database ${name} with (force)`);
    },
  };
}
