import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ChdbResult, Session } from "chdb";
import type { Logger } from "../logger.ts";
import { StartError } from "../start-error.ts";
import type { ClickHouseEngine, CompactResult } from "./clickhouse.ts";
import { COMMON_SETTINGS, READ_SETTINGS, toRows } from "./clickhouse.ts";
import { restoreDefaultCrashes } from "./native-crash.ts";
import { bindParameters } from "./parameters.ts";

const READER_COUNT = 3;
// Far above the longest roll-up: a statement that hangs would block its session forever.
const WRITE_SETTINGS = { ...COMMON_SETTINGS, max_execution_time: 600 } as const;
// The system's cache holds most of what is read: passing each read to another thread takes longer than the read.
const READER_SETTINGS = { ...READ_SETTINGS, local_filesystem_read_method: "pread" } as const;
// The server stops within 10 s; the rest of it is for the parts that stop afterwards.
const CLOSE_TIMEOUT_MS = 2_000;

// Small caches and few merge threads: the defaults assume a dedicated machine and cost hundreds of megabytes. Damaged parts are
// detached, whatever their size: by default a table with a large one could not be attached any more.
const CONFIG_FILE = `<clickhouse>
  <mark_cache_size>16777216</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <index_mark_cache_size>4194304</index_mark_cache_size>
  <index_uncompressed_cache_size>0</index_uncompressed_cache_size>
  <background_pool_size>2</background_pool_size>
  <merge_tree>
    <max_suspicious_broken_parts>10000</max_suspicious_broken_parts>
    <max_suspicious_broken_parts_bytes>1099511627776</max_suspicious_broken_parts_bytes>
  </merge_tree>
</clickhouse>
`;

/** One engine session: it runs its statements one after another, and settings stay with it. */
interface Connection {
  session: Session;
  pending: number;
  tail: Promise<unknown>;
}

async function loadChdb(): Promise<typeof import("chdb")> {
  try {
    return await import("chdb");
  } catch (cause) {
    throw new StartError(
      "The embedded ClickHouse is not installed (npm ci without optional packages?): install it, or set CLICKHOUSE_URL.",
      { cause },
    );
  }
}

// Folder in which ingest passes its blocks to the engine: in memory where the system has it (Linux), else temporary.
function findScratchFolder(): string {
  return existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
}

function formatSettings(settings: Record<string, string | number>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${typeof value === "number" ? value : `'${value}'`}`)
    .join(", ");
}

/**
 * Errors of data that cannot be read (end of file, checksums, files that are missing or empty). A disk that becomes full during a
 * merge can leave its result so. What was merged stays for eight minutes (`old_parts_lifetime`), and is used in place of the
 * damaged part when a table is attached.
 */
const DAMAGED = /\bCode: (?:32|33|40|107|226|246|271)\. DB::/;
const isDamaged = (error: unknown): boolean => error instanceof Error && DAMAGED.test(error.message);
/** What attaching does not repair is tried again later. */
const REPAIR_PAUSE_MS = 60_000;
/** Something may still use the table. */
const ATTACH_ATTEMPTS = 50;
const ATTACH_PAUSE_MS = 200;

type Parse<Result> = (result: ChdbResult) => Result;

/** Runs a SELECT and reads its result in a format. */
async function readOn<Result>(
  session: Session,
  { sql, format, parse }: { sql: string; format: string; parse: Parse<Result> },
): Promise<Result> {
  try {
    return parse(await session.queryAsync(sql, { format }));
  } catch (error) {
    // The next result of the session begins with what the failed statement had written.
    await session.queryAsync("select 1").catch(() => undefined);
    throw error;
  }
}

const compact = {
  format: "JSONCompact",
  parse: (result: ChdbResult) => JSON.parse(result.text()) as CompactResult,
};

const quote = (name: string): string => `\`${name}\``;

async function attach(session: Session, table: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await session.queryAsync(`attach table ${quote(table)}`);
      return;
    } catch (error) {
      if (attempt === ATTACH_ATTEMPTS) throw error;
      await delay(ATTACH_PAUSE_MS);
    }
  }
}

/** Attaches every table again, without its damaged parts, and says what became of their rows. */
async function attachAgain(session: Session, logger: Logger): Promise<void> {
  const list = async (query: string): Promise<string[]> => {
    const { data } = await readOn(session, { sql: query, ...compact });
    return data.map(([value]) => String(value));
  };
  const tables = await list(
    "select name from system.tables where database = currentDatabase() and engine like '%MergeTree'",
  );
  for (const table of tables) {
    const ofTable = `database = currentDatabase() and table = '${table}'`;
    const count = async (): Promise<number> =>
      Number(...(await list(`select sum(rows) from system.parts where active and ${ofTable}`)));
    const detached = () => list(`select name from system.detached_parts where ${ofTable}`);
    const [rows, before] = [await count(), new Set(await detached())];
    // Waits for the statements that are running.
    await session.queryAsync(`detach table ${quote(table)} sync`);
    await attach(session, table);
    const parts = (await detached()).filter((part) => !before.has(part));
    if (parts.length === 0) continue;
    const lostRows = Math.max(0, rows - (await count()));
    if (lostRows === 0)
      logger.warn({ table, parts }, "damaged parts were replaced by what they were merged from");
    else
      logger.error(
        { table, parts, lostRows },
        "damaged parts were detached, and nothing replaces their rows",
      );
  }
}

/** ClickHouse inside this process, its files in `folder`. One writer, one session for commands, a few readers. */
export async function openEmbeddedEngine(folder: string, logger: Logger): Promise<ClickHouseEngine> {
  const { Session, drainPending } = await loadChdb();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const configPath = join(folder, "heliograph.xml");
  await writeFile(configPath, CONFIG_FILE);
  const connections: Connection[] = [];

  let repaired: Promise<void> = Promise.resolve();
  let repairedAt = Number.NEGATIVE_INFINITY;
  let repairer: Connection | undefined;

  function runOn<T>(connection: Connection, action: (session: Session) => Promise<T>): Promise<T> {
    connection.pending++;
    const result = connection.tail.then(() => repaired).then(() => action(connection.session));
    connection.tail = result.then(
      () => connection.pending--,
      () => connection.pending--,
    );
    return result;
  }

  async function connect(settings: Record<string, string | number>): Promise<Connection> {
    const session = new Session(folder, { connectionArgs: [`--config-file=${configPath}`] });
    const connection: Connection = { session, pending: 0, tail: Promise.resolve() };
    connections.push(connection);
    await session.queryAsync("create database if not exists heliograph engine = Atomic");
    await session.queryAsync("use heliograph");
    await session.queryAsync(`set ${formatSettings(settings)}`);
    return connection;
  }

  async function repairTables(): Promise<void> {
    try {
      repairer ??= await connect(WRITE_SETTINGS);
      await attachAgain(repairer.session, logger);
    } catch (error) {
      logger.error(
        { err: error },
        "tables with damaged parts could not be attached again: restart the server",
      );
    }
  }

  /** Statements that begin meanwhile wait. */
  async function repair(): Promise<void> {
    if (performance.now() - repairedAt >= REPAIR_PAUSE_MS) {
      repairedAt = performance.now();
      repaired = repairTables();
    }
    await repaired;
  }

  // Queries still running when the server stops have no caller left; an interrupted insert was never acknowledged.
  async function cancelRunningQueries(): Promise<void> {
    const { session } = await connect(READ_SETTINGS);
    await session.queryAsync("kill query where query_id != currentQueryID() async");
  }

  async function close(): Promise<void> {
    const idle = Promise.all(connections.map(({ tail }) => tail));
    const isIdle = await Promise.race([
      idle.then(() => true),
      delay(CLOSE_TIMEOUT_MS, false, { ref: false }),
    ]);
    if (!isIdle) await cancelRunningQueries();
    await idle;
    for (const { session } of connections) session.close();
    await drainPending();
    await rm(blockPath, { force: true });
  }

  // One name per folder, so that a killed server leaves at most one file, which its next start reuses.
  const folderName = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  const blockPath = join(findScratchFolder(), `heliograph-${folderName}.native`);

  const writer = await connect(WRITE_SETTINGS);
  const commands = await connect(WRITE_SETTINGS);
  const pinger = await connect(READ_SETTINGS);
  const readers: Connection[] = [];
  for (let index = 0; index < READER_COUNT; index++) readers.push(await connect(READER_SETTINGS));
  restoreDefaultCrashes();

  function getIdlestReader(): Connection {
    return readers.reduce((best, reader) => (reader.pending < best.pending ? reader : best));
  }

  /** Reads on a reader; once more after a repair of the tables where their data cannot be read. */
  async function readRepaired<Result>(query: {
    sql: string;
    format: string;
    parse: Parse<Result>;
  }): Promise<Result> {
    const readOnce = () => runOn(getIdlestReader(), (session) => readOn(session, query));
    return await readOnce().catch(async (error: unknown) => {
      if (!isDamaged(error)) throw error;
      await repair();
      return await readOnce();
    });
  }

  return {
    read: async <Row>(sql: string, params: Record<string, unknown>) =>
      toRows<Row>(await readRepaired({ sql: bindParameters(sql, params), ...compact })),
    readNative: async (sql, params) =>
      await readRepaired({
        sql: bindParameters(sql, params),
        format: "Native",
        parse: (result) => result.bytes(),
      }),
    async run(sql, params) {
      const text = bindParameters(sql, params);
      await runOn(commands, (session) => session.queryAsync(text));
    },
    async insertBlock(table, columnNames, block) {
      const names = columnNames.map((name) => `\`${name}\``).join(", ");
      await runOn(writer, async (session) => {
        await writeFile(blockPath, block.bytes, { mode: 0o600 });
        await session.queryAsync(
          `insert into \`${table}\` (${names}) select ${names} from file('${blockPath}', Native, '${block.structure.replace(/[\\']/g, "\\$&")}')`,
        );
      });
    },
    async ping() {
      await runOn(pinger, (session) => session.queryAsync("select 1"));
    },
    close,
  };
}
