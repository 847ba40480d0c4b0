import { Readable } from "node:stream";
import { buffer as readBytes } from "node:stream/consumers";
import type { ClickHouseClient } from "@clickhouse/client";
import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { StartError } from "../start-error.ts";
import type { ClickHouseEngine, CompactResult } from "./clickhouse.ts";
import { COMMON_SETTINGS, READ_SETTINGS, toRows } from "./clickhouse.ts";
import { formatParameters } from "./parameters.ts";

const CONNECTION_COUNT = 10;
const DEFAULT_DATABASE = "heliograph";
// Every failure is thrown, so the client need not log it too.
const log = { level: ClickHouseLogLevel.OFF };
const EXAMPLE = "CLICKHOUSE_URL=http://heliograph:secret@clickhouse.example.org:8123/heliograph";

// wait_end_of_query: the response is sent when the statement has finished, so an error never follows a partial result.
const WRITE_SETTINGS = { ...COMMON_SETTINGS, wait_end_of_query: 1 } as const;

async function ensureDatabase(url: URL, database: string): Promise<void> {
  const client = createClient({ url: new URL("/", url).href, request_timeout: 10_000, log });
  try {
    const result = await client.query({
      query: "select count() from system.databases where name = {database:String}",
      query_params: { database },
      format: "JSONCompact",
    });
    const { data } = await result.json<[number | string]>();
    // Checked first: an account for one database may lack the right to create one.
    if (Number(data[0]?.[0]) === 0)
      await client.command({ query: "create database {database:Identifier}", query_params: { database } });
  } finally {
    await client.close();
  }
}

function explainConnection(error: unknown, url: URL): unknown {
  const { code = "", message } = error as NodeJS.ErrnoException;
  // Letters: network errors; 516 and 194: ClickHouse authentication failed; 81: unknown database.
  if (!/^(E[A-Z]+|516|194|81)$/.test(String(code)) && !/timeout/i.test(message)) return error;
  return new StartError(
    `CLICKHOUSE_URL: no ClickHouse answers at ${url.host}: ${message || code}. Example: ${EXAMPLE}`,
    {
      cause: error,
    },
  );
}

async function drain(stream: Readable): Promise<void> {
  for await (const _chunk of stream);
}

function createEngine(client: ClickHouseClient, pinger: ClickHouseClient): ClickHouseEngine {
  return {
    async read<Row>(sql: string, params: Record<string, unknown>) {
      const { sql: query, values } = formatParameters(sql, params);
      const result = await client.query({
        query,
        query_params: values,
        format: "JSONCompact",
        clickhouse_settings: READ_SETTINGS,
      });
      return toRows<Row>((await result.json()) as unknown as CompactResult);
    },
    async readNative(sql, params) {
      const { sql: query, values } = formatParameters(sql, params);
      const { stream } = await client.exec({
        query: `${query} format Native`,
        query_params: values,
        // An error never follows a partial result.
        clickhouse_settings: { ...READ_SETTINGS, wait_end_of_query: 1 },
      });
      return await readBytes(stream);
    },
    async run(sql, params) {
      const { sql: query, values } = formatParameters(sql, params);
      await client.command({ query, query_params: values, clickhouse_settings: WRITE_SETTINGS });
    },
    async insertBlock(table, columnNames, block) {
      const names = columnNames.map((name) => `\`${name}\``).join(", ");
      const { stream } = await client.exec({
        query: `insert into \`${table}\` (${names}) format Native`,
        values: Readable.from([block.bytes], { objectMode: false }),
        clickhouse_settings: WRITE_SETTINGS,
      });
      await drain(stream);
    },
    async ping() {
      const result = await pinger.ping({ select: true });
      if (!result.success) throw result.error;
    },
    async close() {
      await Promise.all([client.close(), pinger.close()]);
    },
  };
}

/** A ClickHouse server or cluster by address (HTTP); the path names the database. Throws StartError. */
export async function openHttpEngine(address: string): Promise<ClickHouseEngine> {
  const url = new URL(address);
  const database = decodeURIComponent(url.pathname.slice(1)) || DEFAULT_DATABASE;
  try {
    await ensureDatabase(url, database);
  } catch (error) {
    throw explainConnection(error, url);
  }
  url.pathname = "/";
  const shared = { url: url.href, database, application: "heliograph", log };
  const client = createClient({ ...shared, max_open_connections: CONNECTION_COUNT, request_timeout: 60_000 });
  const pinger = createClient({ ...shared, max_open_connections: 1, request_timeout: 5_000 });
  return createEngine(client, pinger);
}
