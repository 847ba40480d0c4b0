import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { createLogger } from "../src/infra/logger.ts";
import { startEmbeddedPostgres } from "../src/infra/postgres/embedded-postgres.ts";
import { openPostgresByUrl } from "../src/infra/postgres/open-postgres.ts";
import { readRowTypes } from "./row-types/read-row-types.ts";
import type { RowTypes } from "./row-types/row-check.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Shared database of the project's tests. */
    databaseUrl: string;
    /** Migrated database to copy; nothing connects to it. */
    templateDatabase: string;
    /** Folder for files of tests; removed after the run. */
    testFolder: string;
    /** Whether the test files of a worker process share its engines (set by the project in vitest.config.ts). */
    sharesEngines: boolean;
    /** Declared row types of the queries in repositories, which every query of a test is compared with. */
    rowTypes: RowTypes;
  }
}

const templateDatabase = "heliograph_template";

interface SharedServer {
  folder: string;
  rowTypes: RowTypes;
  /** Creates a migrated database; returns its address. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

async function startServer(): Promise<SharedServer> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  const logger = createLogger({ logLevel: "silent" });
  // Nothing of a test run outlives it, so nothing needs to reach the disk.
  const extraSettings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "100",
    // The interval is divided among the databases, of which tests make many.
    autovacuum_naptime: "1min",
  };
  const server = await startEmbeddedPostgres({ folder: join(folder, "postgres"), logger, extraSettings });
  const client = new pg.Client({ host: server.socketFolder, user: server.user, database: "postgres" });
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  const urlOf = (name: string) =>
    `postgres://${server.user}@${encodeURIComponent(server.socketFolder)}/${name}`;
  const { close } = await openPostgresByUrl(urlOf(templateDatabase), logger);
  await close();
  return {
    folder,
    rowTypes: readRowTypes(),
    async createDatabase(name) {
      await client.query(`create database ${name} template ${templateDatabase}`);
      return urlOf(name);
    },
    async stop() {
      await client.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

// Projects share the server and the read row types, which take seconds to make; each loads this module for itself.
const ofRun = globalThis as typeof globalThis & {
  testServer?: { started: Promise<SharedServer>; users: number };
};

/** One embedded PostgreSQL for a whole run of the medium tests, with a database migrated once and copied for each project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  ofRun.testServer ??= { started: startServer(), users: 0 };
  const { testServer } = ofRun;
  testServer.users += 1;
  const { folder, rowTypes, createDatabase, stop } = await testServer.started;
  project.provide("databaseUrl", await createDatabase(`heliograph_${project.name}`));
  project.provide("templateDatabase", templateDatabase);
  project.provide("testFolder", folder);
  project.provide("rowTypes", rowTypes);
  return async () => {
    testServer.users -= 1;
    if (testServer.users > 0) return;
    delete ofRun.testServer;
    await stop();
  };
}
