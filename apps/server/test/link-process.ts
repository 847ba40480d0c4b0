import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { ClickHouse } from "../src/infra/clickhouse/clickhouse.ts";
import { loadConfig } from "../src/infra/config.ts";
import { prepareDataFolder } from "../src/infra/data-folder.ts";
import { createLogger } from "../src/infra/logger.ts";
import { startApi } from "../src/main/api.ts";
import { startJobs } from "../src/main/jobs.ts";
import { startLink } from "../src/main/link.ts";
import { openRuntime } from "../src/main/runtime.ts";
import { createServices } from "../src/main/services.ts";
import { createGateway } from "./link.ts";

// The link and the jobs of the server in a separate process, for tests that kill or measure it, controlled over IPC. It
// stops in order on SIGTERM and SIGINT, and when its parent has ended.
// `--api` adds the HTTP API.
// `--acknowledge-first` gives the link a store that resolves before it has stored: a fault the crash check must detect.

export type LinkRequest =
  | { id: number; ask: "gateways"; count: number }
  | { id: number; ask: "query"; sql: string; params: Record<string, unknown> }
  | { id: number; ask: "command"; sql: string; params: Record<string, unknown> }
  | { id: number; ask: "queryPostgres"; sql: string }
  // Rows are sent before the measurement of their insert, since receiving them costs CPU as well.
  | { id: number; ask: "stageSamples"; columns: Record<string, ArrayLike<unknown>>; count: number }
  | { id: number; ask: "insertStaged" };
export type LinkReply = { id: number } & ({ result: unknown } | { error: string });
/** The port of the link and the address of the API, once they listen. */
export type LinkReady = { ready: number; http: string | undefined };

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

async function startRoles() {
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
  const api = process.argv.includes("--api") ? await startApi(runtime, services) : undefined;
  return {
    db: opened.db,
    clickhouse: opened.clickhouse,
    port: Number(new URL(link.address ?? "").port),
    http: api?.address,
    async stop() {
      await api?.stop();
      await link.stop();
      await jobs.stop();
      services.plantLive.stop();
      await opened.close();
    },
  };
}

const staged: Extract<LinkRequest, { ask: "stageSamples" }>[] = [];
const starting = startRoles();

async function handle(request: LinkRequest): Promise<unknown> {
  const { db, clickhouse } = await starting;
  switch (request.ask) {
    case "gateways": {
      const gateways = [];
      for (let index = 0; index < request.count; index++) gateways.push(await createGateway(db));
      return gateways;
    }
    case "query":
      return await clickhouse.query(request.sql, request.params);
    case "command":
      return await clickhouse.command(request.sql, request.params);
    case "queryPostgres":
      return (await sql.raw(request.sql).execute(db)).rows;
    case "stageSamples":
      staged.push(request);
      return undefined;
    case "insertStaged":
      for (const { columns, count } of staged.splice(0))
        await clickhouse.insertColumns("samples", columns, count);
      return undefined;
  }
}

let isStopping = false;

/** Ends the process when everything is stopped; a signal during the start waits for the start. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const roles = await starting;
  await roles.stop();
  process.exit(0);
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}

function send(message: LinkReply | LinkReady): void {
  if (process.connected) process.send?.(message);
}

for (const event of ["SIGTERM", "SIGINT", "disconnect"]) process.on(event, () => void stop().catch(fail));
// The parent may have ended before the listener was there.
if (!process.connected) void stop().catch(fail);
process.on("message", (request: LinkRequest) => {
  handle(request).then(
    (value) => send({ id: request.id, result: value }),
    (error: unknown) => send({ id: request.id, error: String(error) }),
  );
});
const { port, http } = await starting.catch(fail);
send({ ready: port, http });
