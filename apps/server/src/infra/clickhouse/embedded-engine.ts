import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Session } from "chdb";
import { StartError } from "../start-error.ts";
import type { ClickHouseEngine, CompactResult } from "./clickhouse.ts";
import { readSettings, toRows } from "./clickhouse.ts";
import { restoreDefaultCrashes } from "./native-crash.ts";
import { bindParameters } from "./parameters.ts";

const readerCount = 3;
// Far above the longest roll-up: a statement that hangs would keep all that come after it in its session for good.
const writeSettings = { session_timezone: "UTC", max_execution_time: 600 } as const;
// Leaves the rest of the server's 10 s to what comes after.
const farewellMs = 2_000;

// Small caches and few merge threads: the defaults are made for a machine of its own and cost hundreds of megabytes.
const configFile = `<clickhouse>
  <mark_cache_size>16777216</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <index_mark_cache_size>4194304</index_mark_cache_size>
  <index_uncompressed_cache_size>0</index_uncompressed_cache_size>
  <background_pool_size>2</background_pool_size>
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

// Where the ingest hands its blocks over: memory where the system has it (Linux), else the temporary folder.
function findScratchFolder(): string {
  return existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
}

function formatSettings(settings: Record<string, string | number>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${typeof value === "number" ? value : `'${value}'`}`)
    .join(", ");
}

/** ClickHouse inside this process, its files in `folder`. One writer, one session for commands, a few readers. */
export async function openEmbeddedEngine(folder: string): Promise<ClickHouseEngine> {
  const { Session, drainPending } = await loadChdb();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const configPath = join(folder, "heliograph.xml");
  await writeFile(configPath, configFile);
  const connections: Connection[] = [];

  function runOn<T>(connection: Connection, action: (session: Session) => Promise<T>): Promise<T> {
    connection.pending++;
    const result = connection.tail.then(() => action(connection.session));
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

  // Whatever still runs when the server stops has nobody left to answer to; an insert cut short was never acknowledged.
  async function endStragglers(): Promise<void> {
    const { session } = await connect(readSettings);
    await session.queryAsync("kill query where query_id != currentQueryID() async");
  }

  async function close(): Promise<void> {
    const idle = Promise.all(connections.map(({ tail }) => tail));
    const isIdle = await Promise.race([idle.then(() => true), delay(farewellMs, false, { ref: false })]);
    if (!isIdle) await endStragglers();
    await idle;
    for (const { session } of connections) session.close();
    await drainPending();
    await rm(blockPath, { force: true });
  }

  // One name per folder, so that a killed server leaves at most one file, and its next start uses it again.
  const folderName = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  const blockPath = join(findScratchFolder(), `heliograph-${folderName}.native`);

  const writer = await connect(writeSettings);
  const commands = await connect(writeSettings);
  const pinger = await connect(readSettings);
  const readers: Connection[] = [];
  for (let index = 0; index < readerCount; index++) readers.push(await connect(readSettings));
  restoreDefaultCrashes();

  function getIdlestReader(): Connection {
    return readers.reduce((best, reader) => (reader.pending < best.pending ? reader : best));
  }

  return {
    async read<Row>(sql: string, params: Record<string, unknown>) {
      const text = bindParameters(sql, params);
      const result = await runOn(getIdlestReader(), (session) =>
        session.queryAsync(text, { format: "JSONCompact" }),
      );
      return toRows<Row>(JSON.parse(result.text()) as CompactResult);
    },
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
