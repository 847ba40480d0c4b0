import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import type { PoolConfig } from "pg";
import pg from "pg";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { StartError } from "../start-error.ts";
import { CONNECT_TIMEOUT_MS, connectClient } from "./connect-client.ts";
import type { Database, Db } from "./database.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { watchLiveness } from "./liveness-watch.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import { pingPostgres, watchExhaustion } from "./postgres-health.ts";
import type { EngineState } from "./postmaster-supervisor.ts";
import { PreparingClient } from "./preparing-client.ts";
import { typeParsers } from "./type-parsers.ts";

export type { Db } from "./database.ts";
export type { EngineState } from "./postmaster-supervisor.ts";

const DATABASE_NAME = "heliograph";
const MIN_VERSION = 150_000;
const POOL_SIZE = 10;
/** Commands to gateways have connections of their own, so that they never wait for queries. */
const COMMAND_POOL_SIZE = 2;
/** Shutdowns have connections of their own, so that they wait for no other command either. */
const SAFETY_POOL_SIZE = 3;
// No call and no job needs this long; a longer statement would block one of the few connections.
const STATEMENT_TIMEOUT_MS = 30_000;
// As for solid-state disks and data in memory. By default, a page found by an index is expected to cost four pages of a scan,
// and PostgreSQL reads all of 10,000 plants rather than find 50 of them.
const RANDOM_PAGE_COST = 1.1;
// With the 4 MB of PostgreSQL's default, the devices of 10,000 plants are joined in the order of random ids rather than by
// hash, which takes five times as long. A query uses this memory only if it needs it.
const WORK_MEM = "16MB";
const CLOSE_TIMEOUT_MS = 2_000;

export interface PostgresHealth {
  /** State of the embedded engine; undefined for a PostgreSQL by address, which others keep running. */
  state(): EngineState | undefined;
  /** Resolves when the engine answers on a new connection outside the pool. */
  ping(): Promise<void>;
  /** Whether requests wait for a connection and none has become free for half a second. */
  isExhausted(): boolean;
}

export interface OpenPostgres extends PostgresHealth {
  db: Db;
  /** The same database over a few connections of its own, for commands to gateways. */
  commandDb: Db;
  /** The same database over a few connections of its own, for rapid shutdown and for reading what is to be delivered. */
  safetyDb: Db;
  close(): Promise<void>;
}

function createPool(address: PoolConfig, logger: Logger, max = POOL_SIZE): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    max,
    Client: PreparingClient,
    types: typeParsers,
    application_name: "heliograph",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: `-c TimeZone=UTC -c statement_timeout=${STATEMENT_TIMEOUT_MS} -c random_page_cost=${RANDOM_PAGE_COST} -c work_mem=${WORK_MEM}`,
  });
  // A broken connection is an event of its client, and an error event without a listener ends the process. The pool
  // listens while a client is idle; this listener covers the client's whole lifetime.
  pool.on("connect", (client) => {
    client.on("error", (error) => logger.warn({ reason: error.message }, "PostgreSQL connection lost"));
  });
  // The same error of an idle client once more.
  pool.on("error", () => undefined);
  return pool;
}

async function prepare(pool: pg.Pool, logger: Logger): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < MIN_VERSION)
      throw new StartError(
        `DATABASE_URL: this is PostgreSQL ${Math.floor(version / 10_000)}, and 15 or newer is needed.`,
      );
    // A migration may take long, and may wait for another process.
    await client.query("set statement_timeout = 0");
    await migratePostgres(client, logger);
    await client.query("reset statement_timeout");
  } finally {
    client.release();
  }
}

// A pool's end() resolves before its connections are closed, and PostgreSQL logs each connection it has to terminate.
async function endPool(pool: pg.Pool, db: Db): Promise<void> {
  let open = pool.totalCount;
  const allGone = new Promise<void>((resolve) => {
    if (open === 0) resolve();
    pool.on("remove", () => {
      open--;
      if (open === 0) resolve();
    });
  });
  // Kysely ends the pool only if it has used a connection of it.
  await db.destroy();
  if (!pool.ended) await pool.end();
  await Promise.race([allGone, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
}

async function openPool(address: PoolConfig, logger: Logger): Promise<OpenPostgres> {
  const pool = createPool(address, logger);
  try {
    await prepare(pool, logger);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const open = (opened: pg.Pool) => ({
    pool: opened,
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: opened }) }),
    watch: watchLiveness({ pool: opened, address, logger }),
  });
  const main = open(pool);
  const command = open(createPool(address, logger, COMMAND_POOL_SIZE));
  const safety = open(createPool(address, logger, SAFETY_POOL_SIZE));
  const all = [main, command, safety];
  return {
    db: main.db,
    commandDb: command.db,
    safetyDb: safety.db,
    state: () => undefined,
    ping: () => pingPostgres(address),
    isExhausted: watchExhaustion(pool),
    async close() {
      for (const { watch } of all) watch.stop();
      await Promise.all(all.map((each) => endPool(each.pool, each.db)));
    },
  };
}

function explainConnection(error: unknown, url: string): unknown {
  if (error instanceof StartError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  // SQLSTATE 28…: authentication failed, 3D000: no such database; the others are network error names.
  const isUnreachable = /^(E[A-Z]+|28...|3D000)$/.test(code ?? "") || /timeout/.test(message);
  if (!isUnreachable) return error;
  const place = new URL(url);
  return new StartError(
    `DATABASE_URL: no PostgreSQL answers at ${place.host}${place.pathname}: ${message || code}. Example: DATABASE_URL=postgres://heliograph:secret@db.example.org:5432/heliograph`,
    { cause: error },
  );
}

/** A pool on a database by address, migrated. Throws StartError. */
export async function openPostgresByUrl(url: string, logger: Logger): Promise<OpenPostgres> {
  try {
    return await openPool({ connectionString: url }, logger);
  } catch (error) {
    throw explainConnection(error, url);
  }
}

async function createDatabase(socket: { host: string; user: string }): Promise<void> {
  const client = await connectClient({ ...socket, database: "postgres" });
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}

async function openEmbedded(dataFolder: string, logger: Logger): Promise<OpenPostgres> {
  const server = await startEmbeddedPostgres({ folder: join(dataFolder, "postgres"), logger });
  const socket = { host: server.socketFolder, user: server.user };
  try {
    await createDatabase(socket);
    const opened = await openPool({ ...socket, database: DATABASE_NAME }, logger);
    return {
      ...opened,
      state: server.state,
      async close() {
        await opened.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Embedded PostgreSQL, or the one at DATABASE_URL; migrated under an advisory lock. Throws StartError. */
export async function openPostgres(options: {
  config: Pick<Config, "databaseUrl" | "dataFolder">;
  logger: Logger;
}): Promise<OpenPostgres> {
  const { databaseUrl, dataFolder } = options.config;
  return databaseUrl
    ? await openPostgresByUrl(databaseUrl, options.logger)
    : await openEmbedded(dataFolder, options.logger);
}
