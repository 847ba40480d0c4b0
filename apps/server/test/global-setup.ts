import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { createLogger } from "../src/infra/logger.ts";
import { startEmbeddedPostgres } from "../src/infra/postgres/embedded-postgres.ts";
import { openPostgresByUrl } from "../src/infra/postgres/open-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** One embedded PostgreSQL for a whole run of the medium tests, its database migrated once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  const logger = createLogger({ logLevel: "silent" });
  // Nothing of a test run outlives it, so nothing needs to reach the disk.
  const extraSettings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "100",
  };
  const server = await startEmbeddedPostgres({ folder: join(folder, "postgres"), logger, extraSettings });
  const client = new pg.Client({ host: server.socketFolder, user: server.user, database: "postgres" });
  await client.connect();
  await client.query("create database heliograph");
  await client.end();
  const databaseUrl = `postgres://${server.user}@${encodeURIComponent(server.socketFolder)}/heliograph`;
  const { close } = await openPostgresByUrl(databaseUrl, logger);
  await close();
  project.provide("databaseUrl", databaseUrl);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
