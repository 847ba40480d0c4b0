import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { createClickHouse } from "./clickhouse.ts";
import { openEmbeddedEngine } from "./embedded-engine.ts";
import { migrateClickHouse } from "./migrate-clickhouse.ts";

export type { ClickHouse } from "./clickhouse.ts";

export async function openClickHouse(options: {
  config: Pick<Config, "clickhouseUrl" | "databaseUrl" | "dataFolder">;
  logger: Logger;
}): Promise<ClickHouse> {
  const { config, logger } = options;
  const clickhouse = createClickHouse(await openEmbeddedEngine(join(config.dataFolder, "clickhouse")));
  await migrateClickHouse(clickhouse, logger);
  return clickhouse;
}
