import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startClickHouseHttpServer } from "../../../test/clickhouse-http-server.ts";
import { createLogger } from "../logger.ts";
import { isStorageUnavailable } from "../storage-unavailable.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { openClickHouse } from "./open-clickhouse.ts";

// A server by address behind a proxy that can cut connections.

const unhandled: unknown[] = [];
const noteUnhandled = (error: unknown) => unhandled.push(error);
const sockets = new Set<Socket>();
let server: Awaited<ReturnType<typeof startClickHouseHttpServer>>;
let line: Server;
let clickhouse: ClickHouse;

beforeAll(async () => {
  server = await startClickHouseHttpServer();
  const { port } = new URL(server.url);
  line = createServer((socket) => {
    const upstream = connect(Number(port), "127.0.0.1");
    for (const end of [socket, upstream]) end.on("error", () => undefined);
    sockets.add(socket);
    socket.pipe(upstream).pipe(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      upstream.destroy();
    });
  }).listen(0, "127.0.0.1");
  await once(line, "listening");
  const clickhouseUrl = `http://default@127.0.0.1:${(line.address() as AddressInfo).port}/plants`;
  const logger = createLogger({ logLevel: "silent" });
  clickhouse = await openClickHouse({ config: { dataFolder: "/nowhere", clickhouseUrl }, logger });
  await clickhouse.command("create table cut (id UInt32) engine = MergeTree order by id");
  process.on("uncaughtExceptionMonitor", noteUnhandled);
  process.on("unhandledRejection", noteUnhandled);
});
afterEach(() => expect(unhandled.splice(0)).toEqual([]));
afterAll(async () => {
  process.off("uncaughtExceptionMonitor", noteUnhandled);
  process.off("unhandledRejection", noteUnhandled);
  await clickhouse.close();
  line.close();
  await server.stop();
});

const reset = () => {
  for (const socket of sockets) socket.resetAndDestroy();
};
const readOne = () => clickhouse.query("select toUInt32(1) as one");
// A pooled connection that was reset while it was idle fails the first query that is sent over it.
const waitUntilServing = () =>
  vi.waitFor(async () => expect(await readOne()).toEqual([{ one: 1 }]), { timeout: 50_000, interval: 20 });
/** Seconds of work, in blocks that stay below the engine's limit for sleeping. */
const slowRows = "select sleepEachRow(0.5) from numbers(6) settings max_block_size = 1";

test("serves again after idle connections were cut", async () => {
  await readOne();
  const gone = [...sockets].map((socket) => once(socket, "close"));
  reset();
  await Promise.all(gone);
  await waitUntilServing();
});

test.each([
  ["a query", () => clickhouse.query(slowRows)],
  ["a command", () => clickhouse.command(`insert into cut ${slowRows}`)],
  ["an insert", () => clickhouse.insertColumns("cut", { id: new Uint32Array(4_000_000) }, 4_000_000)],
])("rejects %s whose connection is cut, and serves again", async (_what, run) => {
  const failed = run().then(
    () => undefined,
    (error: unknown) => error,
  );
  const cutting = setInterval(reset, 20);
  const error = await failed;
  clearInterval(cutting);
  expect(isStorageUnavailable(error)).toBe(true);
  await waitUntilServing();
});
