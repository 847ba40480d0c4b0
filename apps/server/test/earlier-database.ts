import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { createLogger } from "../src/infra/logger.ts";
import { migratePostgres } from "../src/infra/postgres/migrate-postgres.ts";

const folder = fileURLToPath(new URL("../migrations/postgres", import.meta.url));
const logger = createLogger({ logLevel: "silent" });

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** An empty database with the migrations before this one. */
export async function openEarlierDatabase(before: string): Promise<pg.Client> {
  const shared = await connect(inject("databaseUrl"));
  const name = `earlier_${randomBytes(6).toString("hex")}`;
  await shared.query(`create database ${name}`);
  const client = await connect(inject("databaseUrl").replace(/\/[^/]+$/, `/${name}`));
  const copy = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  onTestFinished(async () => {
    await client.end();
    await shared.query(`drop database ${name} with (force)`);
    await shared.end();
    await rm(copy, { recursive: true, force: true });
  });
  await cp(folder, copy, { recursive: true });
  for (const file of await readdir(copy)) if (file >= before) await rm(join(copy, file));
  await migratePostgres(client, logger, copy);
  return client;
}
