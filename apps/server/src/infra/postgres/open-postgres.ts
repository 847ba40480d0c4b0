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
import { migratePostgres } from "./migrate-postgres.ts";
import { pingPostgres, watchExhaustion } from "./postgres-health.ts";
import type { EngineState } from "./postmaster-supervisor.ts";
import { watchSilence } from "./silence-watch.ts";
import { typeParsers } from "./type-parsers.ts";

export type { Db } from "./database.ts";
export type { EngineState } from "./postmaster-supervisor.ts";

const databaseName = "heliograph";
const leastVersion = 150_000;
const poolSize = 10;
// No call and no job needs this long; a statement that does would keep one of the few connections from everybody.
const longestStatementMs = 30_000;
const longestFarewellMs = 2_000;

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
  close(): Promise<void>;
}

function createPool(address: PoolConfig, logger: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    max: poolSize,
    types: typeParsers,
    application_name: "heliograph",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: `-c TimeZone=UTC -c statement_timeout=${longestStatementMs}`,
  });
  // A connection that breaks is an event of its client, and an error event nobody listens for ends the process. The pool
  // listens while a client is idle; this listener is there for the client's whole life.
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
    if (version < leastVersion)
      throw new StartError(
        `DATABASE_URL: this is PostgreSQL ${Math.floor(version / 10_000)}, and 15 or newer is needed.`,
      );
    // A migration may take its time, and wait for another process's.
    await client.query("set statement_timeout = 0");
    await migratePostgres(client, logger);
    await client.query("reset statement_timeout");
  } finally {
    client.release();
  }
}

// A pool's end() resolves before its connections are gone, and PostgreSQL would complain about each it had to cut.
async function endPool(pool: pg.Pool, db: Db): Promise<void> {
  let open = pool.totalCount;
  const allGone = new Promise<void>((resolve) => {
    if (open === 0) resolve();
    pool.on("remove", () => {
      open--;
      if (open === 0) resolve();
    });
  });
  // Kysely ends the pool only if it ever asked it for a connection.
  await db.destroy();
  if (!pool.ended) await pool.end();
  await Promise.race([allGone, delay(longestFarewellMs, undefined, { ref: false })]);
}

async function openPool(address: PoolConfig, logger: Logger): Promise<OpenPostgres> {
  const pool = createPool(address, logger);
  try {
    await prepare(pool, logger);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const watch = watchSilence({ pool, address, logger });
  return {
    db,
    state: () => undefined,
    ping: () => pingPostgres(address),
    isExhausted: watchExhaustion(pool),
    async close() {
      watch.stop();
      await endPool(pool, db);
    },
  };
}

function explainConnection(error: unknown, url: string): unknown {
  if (error instanceof StartError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  // SQLSTATE 28…: refused sign-in, 3D000: no such database; the rest are the network's own names.
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
    const { rowCount } = await client.query("select from pg_database where datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

async function openEmbedded(dataFolder: string, logger: Logger): Promise<OpenPostgres> {
  const server = await startEmbeddedPostgres({ folder: join(dataFolder, "postgres"), logger });
  const socket = { host: server.socketFolder, user: server.user };
  try {
    await createDatabase(socket);
    const opened = await openPool({ ...socket, database: databaseName }, logger);
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
