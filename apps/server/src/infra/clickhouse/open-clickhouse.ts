import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { holdMigrationLock } from "../postgres/migrate-postgres.ts";
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
    : await openEmbeddedEngine(join(config.dataFolder, "clickhouse"));
  const clickhouse = createClickHouse(engine);
  try {
    const migrate = () => migrateClickHouse(clickhouse, logger);
    // ClickHouse has no lock to offer, so PostgreSQL's serves for both. A server with an embedded engine is alone.
    if (config.clickhouseUrl && config.databaseUrl) await holdMigrationLock(config.databaseUrl, migrate);
    else await migrate();
  } catch (error) {
    await clickhouse.close();
    throw error;
  }
  return clickhouse;
}
