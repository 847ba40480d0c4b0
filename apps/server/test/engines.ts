import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { ClickHouse } from "../src/infra/clickhouse/open-clickhouse.ts";
import { openClickHouse } from "../src/infra/clickhouse/open-clickhouse.ts";
import { createLogger } from "../src/infra/logger.ts";
import type { Db } from "../src/infra/postgres/open-postgres.ts";
import { openPostgresByUrl } from "../src/infra/postgres/open-postgres.ts";
import { openOwnDatabase } from "./own-database.ts";

export interface TestEngines {
  db: Db;
  clickhouse: ClickHouse;
  /** Where ClickHouse has its folder. */
  dataFolder: string;
  close(): Promise<void>;
}

/**
 * The real engines of a medium test. PostgreSQL is shared by the whole run, so each test makes its own company with
 * random ids and wipes nothing; whoever runs what acts for all gateways (a device link, with a clock of its own) takes
 * a database of its own. ClickHouse is this process's own. Open once per file: the engine binds one folder a process.
 */
export async function openTestEngines(options: { isOwnDatabase?: boolean } = {}): Promise<TestEngines> {
  const logger = createLogger({ logLevel: "silent" });
  const folder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  const postgres = options.isOwnDatabase
    ? await openOwnDatabase()
    : await openPostgresByUrl(inject("databaseUrl"), logger);
  const clickhouse = await openClickHouse({ config: { dataFolder: folder }, logger });
  return {
    db: postgres.db,
    clickhouse,
    dataFolder: folder,
    async close() {
      await clickhouse.close();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
