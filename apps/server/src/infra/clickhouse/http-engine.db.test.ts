import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startClickHouseHttpServer } from "../../../test/clickhouse-http-server.ts";
import { createLogger } from "../logger.ts";
import { isStorageAway } from "../storage-away.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { openClickHouse } from "./open-clickhouse.ts";

// A server by address behind a line that can be cut.

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

test("serves again after idle connections were cut", async () => {
  await readOne();
  const gone = [...sockets].map((socket) => once(socket, "close"));
  reset();
  await Promise.all(gone);
  expect(await readOne()).toEqual([{ one: 1 }]);
});

test.each([
  ["a query", () => clickhouse.query("select sleepEachRow(0.5) from numbers(20)")],
  ["a command", () => clickhouse.command("insert into cut select sleepEachRow(0.5) from numbers(20)")],
  ["an insert", () => clickhouse.insertColumns("cut", { id: new Uint32Array(4_000_000) }, 4_000_000)],
])("rejects %s whose connection is cut, and serves again", async (_what, run) => {
  const failed = run().then(
    () => undefined,
    (error: unknown) => error,
  );
  const cutting = setInterval(reset, 20);
  const error = await failed;
  clearInterval(cutting);
  expect(isStorageAway(error)).toBe(true);
  expect(await readOne()).toEqual([{ one: 1 }]);
});
