import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import type { ClickHouse } from "../src/infra/clickhouse/open-clickhouse.ts";
import { openClickHouse } from "../src/infra/clickhouse/open-clickhouse.ts";
import { createLogger } from "../src/infra/logger.ts";
import type { Db } from "../src/infra/postgres/open-postgres.ts";
import { openPostgresByUrl } from "../src/infra/postgres/open-postgres.ts";
import { openOwnDatabase } from "./own-database.ts";
import { checkRows } from "./row-types/check-rows.ts";

export interface TestEngines {
  db: Db;
  clickhouse: ClickHouse;
  /** Folder of the ClickHouse engine. */
  dataFolder: string;
  close(): Promise<void>;
}

const logger = createLogger({ logLevel: "silent" });

async function openEngineOfProcess(): Promise<Pick<TestEngines, "clickhouse" | "dataFolder">> {
  const dataFolder = await mkdtemp(join(inject("testFolder"), "engine-"));
  return { clickhouse: await openClickHouse({ config: { dataFolder }, logger }), dataFolder };
}

const openShared = () => openPostgresByUrl(inject("databaseUrl"), logger);

let sharedEngine: ReturnType<typeof openEngineOfProcess> | undefined;
let sharedPostgres: ReturnType<typeof openShared> | undefined;

/** Engines that all test files of one worker process share; the end of the process closes them. */
async function openEnginesOfWorker(isOwnDatabase: boolean): Promise<TestEngines> {
  sharedEngine ??= openEngineOfProcess();
  if (isOwnDatabase) {
    const { db, close } = await openOwnDatabase();
    return { ...(await sharedEngine), db: checkRows(db), close };
  }
  sharedPostgres ??= openShared();
  const { db } = await sharedPostgres;
  return { ...(await sharedEngine), db: checkRows(db), close: async () => {} };
}

/**
 * The real engines of a medium test. PostgreSQL is shared by the whole run, so each test makes its own company with
 * random ids and wipes nothing; a test that acts for all gateways (a device link with a clock of its own) takes
 * a database of its own. ClickHouse is shared by the files of one process. Open once per file: the engine binds one
 * folder a process.
 */
export async function openTestEngines(options: { isOwnDatabase?: boolean } = {}): Promise<TestEngines> {
  const { isOwnDatabase = false } = options;
  if (inject("sharesEngines")) return await openEnginesOfWorker(isOwnDatabase);
  const postgres = isOwnDatabase ? await openOwnDatabase() : await openShared();
  const { clickhouse, dataFolder } = await openEngineOfProcess();
  return {
    db: checkRows(postgres.db),
    clickhouse,
    dataFolder,
    async close() {
      await clickhouse.close();
      await postgres.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
