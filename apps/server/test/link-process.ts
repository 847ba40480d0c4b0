import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { ClickHouse } from "../src/infra/clickhouse/clickhouse.ts";
import { loadConfig } from "../src/infra/config.ts";
import { prepareDataFolder } from "../src/infra/data-folder.ts";
import { createLogger } from "../src/infra/logger.ts";
import { startJobs } from "../src/main/jobs.ts";
import { startLink } from "../src/main/link.ts";
import { openRuntime } from "../src/main/runtime.ts";
import { createServices } from "../src/main/services.ts";
import { createGateway } from "./link.ts";

// The link and the jobs of the server in a separate process, for tests that kill or measure it, controlled over IPC.
// `--acknowledge-first` gives the link a store that resolves before it has stored: a fault the crash check must detect.

export type LinkRequest =
  | { id: number; ask: "gateways"; count: number }
  | { id: number; ask: "query"; sql: string; params: Record<string, unknown> }
  | { id: number; ask: "queryPostgres"; sql: string }
  // Rows are sent before the measurement of their insert, since receiving them costs CPU as well.
  | { id: number; ask: "stageSamples"; columns: Record<string, ArrayLike<unknown>>; count: number }
  | { id: number; ask: "insertStaged" }
  | { id: number; ask: "stop" };
export type LinkReply = { id: number; handle?: unknown; error?: string } | { ready: number };

const STORED_LATER_MS = 400;

function acknowledgeFirst(clickhouse: ClickHouse): ClickHouse {
  return {
    ...clickhouse,
    async insertColumns(table, columns, rowCount) {
      wait(STORED_LATER_MS)
        .then(() => clickhouse.insertColumns(table, columns, rowCount))
        .catch(() => undefined);
    },
  };
}

const config = loadConfig();
const logger = createLogger(config);
prepareDataFolder(config.dataFolder);
const opened = await openRuntime({ config, logger, print: () => undefined });
const runtime = process.argv.includes("--acknowledge-first")
  ? { ...opened, clickhouse: acknowledgeFirst(opened.clickhouse) }
  : opened;
const services = createServices(runtime);
const jobs = await startJobs(runtime, services);
const link = await startLink(runtime, services);
const staged: Extract<LinkRequest, { ask: "stageSamples" }>[] = [];

async function handle(request: LinkRequest): Promise<unknown> {
  switch (request.ask) {
    case "gateways": {
      const gateways = [];
      for (let index = 0; index < request.count; index++) gateways.push(await createGateway(opened.db));
      return gateways;
    }
    case "query":
      return await opened.clickhouse.query(request.sql, request.params);
    case "queryPostgres":
      return (await sql.raw(request.sql).execute(opened.db)).rows;
    case "stageSamples":
      staged.push(request);
      return undefined;
    case "insertStaged":
      for (const { columns, count } of staged.splice(0))
        await opened.clickhouse.insertColumns("samples", columns, count);
      return undefined;
    case "stop":
      await link.stop();
      await jobs.stop();
      services.plantLive.stop();
      await opened.close();
      return undefined;
  }
}

const send = (message: LinkReply) => process.send?.(message);

process.on("message", (request: LinkRequest) => {
  handle(request).then(
    (value) => send({ id: request.id, handle: value }),
    (error: unknown) => send({ id: request.id, error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(1));
send({ ready: Number(new URL(link.address ?? "").port) });
