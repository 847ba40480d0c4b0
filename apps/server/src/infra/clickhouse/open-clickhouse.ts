import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { withMigrationLockByUrl } from "../postgres/migrate-postgres.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { createClickHouse } from "./clickhouse.ts";
import { openEmbeddedEngine } from "./embedded-engine.ts";
import { openHttpEngine } from "./http-engine.ts";
import { migrateClickHouse } from "./migrate-clickhouse.ts";

export type { ClickHouse } from "./clickhouse.ts";

/** Embedded ClickHouse, or the one at CLICKHOUSE_URL; migrated. Throws StartError. */
export async function openClickHouse(options: {
  config: Pick<Config, "clickhouseUrl" | "databaseUrl" | "dataFolder">;
  logger: Logger;
}): Promise<ClickHouse> {
  const { config, logger } = options;
  const engine = config.clickhouseUrl
    ? await openHttpEngine(config.clickhouseUrl)
    : await openEmbeddedEngine(join(config.dataFolder, "clickhouse"), logger);
  const clickhouse = createClickHouse(engine);
  try {
    const migrate = () => migrateClickHouse(clickhouse, logger);
    // ClickHouse has no locks, so PostgreSQL's lock protects both. A server with an embedded engine is the only one.
    if (config.clickhouseUrl && config.databaseUrl) await withMigrationLockByUrl(config.databaseUrl, migrate);
    else await migrate();
  } catch (error) {
    await clickhouse.close();
    throw error;
  }
  return clickhouse;
}
