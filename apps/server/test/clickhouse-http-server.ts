import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drainPending, Session } from "chdb";

// ClickHouse's HTTP interface (https://clickhouse.com/docs/interfaces/http) over the embedded engine, for want of a
// real server: query in the body or in ?query=, param_x, settings, database, FORMAT, insert bodies, errors as 500 with
// X-ClickHouse-Exception-Code. A separate process, because the engine binds one folder per process.

// Settings of the HTTP layer, which the engine itself does not know.
const layerSettings = new Set([
  "query",
  "query_id",
  "database",
  "wait_end_of_query",
  "default_format",
  "enable_http_compression",
]);

interface Server {
  url: string;
  stop(): Promise<void>;
}

/** Starts the server as a child process on a free port. */
export async function startClickHouseHttpServer(): Promise<Server> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return {
    url: `http://default@127.0.0.1:${line.toString().trim()}`,
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

function quote(text: string): string {
  return `'${text.replace(/\\/g, "\\\\").replace(/'/g, "\\'")}'`;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Call {
  query: string;
  data: Buffer;
  database: string;
  format: string;
  settings: Array<[string, string]>;
}

function readCall(url: URL, body: Buffer): Call {
  const query = url.searchParams.get("query") ?? "";
  return {
    // With both, the query continues in the body, such as the data of an insert.
    query: query || body.toString("utf8"),
    data: query ? body : Buffer.alloc(0),
    database: url.searchParams.get("database") ?? "default",
    format: url.searchParams.get("default_format") ?? "TabSeparated",
    settings: [...url.searchParams].filter(([name]) => !layerSettings.has(name)),
  };
}

async function insertFile(session: Session, call: Call, dataFile: string): Promise<Buffer> {
  const match = /^\s*(insert\s+into\s+\S+\s*(?:\(([^)]*)\))?)\s*format\s+(\w+)\s*$/i.exec(call.query);
  if (!match) throw new Error("Code: 62. DB::Exception: insert with data but without FORMAT. (SYNTAX_ERROR)");
  await writeFile(dataFile, call.data);
  await session.queryAsync(
    `${match[1]} select ${match[2] ?? "*"} from file(${quote(dataFile)}, ${match[3]})`,
  );
  return Buffer.alloc(0);
}

async function respond(session: Session, call: Call, dataFile: string): Promise<Buffer> {
  await session.queryAsync(`use \`${call.database}\``);
  for (const [name, value] of call.settings) await session.queryAsync(`set ${name} = ${quote(value)}`);
  try {
    if (call.data.length > 0) return await insertFile(session, call, dataFile);
    return Buffer.from((await session.queryAsync(call.query, { format: call.format })).bytes());
  } finally {
    for (const [name] of call.settings)
      if (!name.startsWith("param_")) await session.queryAsync(`set ${name} = default`);
  }
}

async function serve(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-clickhouse-"));
  const session = new Session(join(folder, "data"));
  let tail: Promise<unknown> = Promise.resolve();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const body = await readBody(request);
    if (url.pathname === "/ping") return void response.end("Ok.\n");
    const result = tail.then(() => respond(session, readCall(url, body), join(folder, "insert.data")));
    tail = result.catch(() => {});
    try {
      response.end(await result);
    } catch (error) {
      const message = (error as Error).message;
      response.statusCode = 500;
      response.setHeader("X-ClickHouse-Exception-Code", /Code: (\d+)/.exec(message)?.[1] ?? "1000");
      response.end(message);
    }
  }

  // A request whose connection was cut while its body arrived needs no response.
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
  // The parent's end of the pipe closes with it, however it ends.
  process.stdin.resume().once("end", () => {
    server.close();
    server.closeAllConnections();
    void tail.then(async () => {
      session.close();
      await drainPending();
      await rm(folder, { recursive: true, force: true });
      process.exit(0);
    });
  });
}

if (import.meta.main) await serve();
