import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startClickHouseHttpServer } from "../../../test/clickhouse-http-server.ts";
import type { Logger } from "../logger.ts";
import { createLogger } from "../logger.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { openClickHouse } from "./open-clickhouse.ts";

const logger = createLogger({ logLevel: "silent" });

interface Opened {
  open(): Promise<ClickHouse>;
  stop(): Promise<void>;
}

async function prepareEmbedded(log: Logger = logger): Promise<Opened> {
  const dataFolder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  return {
    open: () => openClickHouse({ config: { dataFolder }, logger: log }),
    stop: () => rm(dataFolder, { recursive: true, force: true }),
  };
}

async function prepareByAddress(): Promise<Opened> {
  const server = await startClickHouseHttpServer();
  const config = { dataFolder: "/nowhere", clickhouseUrl: `${server.url}/plants` };
  return { open: () => openClickHouse({ config, logger }), stop: () => server.stop() };
}

describe.each([
  ["embedded", () => prepareEmbedded()],
  ["by address", prepareByAddress],
])("ClickHouse %s", (_name, prepare) => {
  let place: Opened;
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    place = await prepare();
    clickhouse = await place.open();
  });
  afterAll(async () => {
    await clickhouse?.close();
    await place?.stop();
  });

  async function createTable(columns: string): Promise<string> {
    const table = `test_${randomUUID().replaceAll("-", "")}`;
    await clickhouse.command(`create table ${table} (id UInt32, ${columns}) engine = MergeTree order by id`);
    return table;
  }

  test("is migrated, and opens again without migrating twice", async () => {
    const read = () =>
      clickhouse.query("select version, name, applied_at from schema_migrations order by version");
    const before = await read();
    expect(before.length).toBeGreaterThan(0);
    await clickhouse.close();
    clickhouse = await place.open();
    expect(await read()).toEqual(before);
  });

  test("stores every kind of value through insertColumns", async () => {
    const table = await createTable(
      `u8 UInt8, u16 UInt16, u64 UInt64, i64 Int64, i32 Int32, f32 Float32, f64 Nullable(Float64), flag Bool, day Date,
       second DateTime('UTC'), at DateTime64(3, 'UTC'), fine DateTime64(6, 'UTC'), kind Enum8('A' = 1, 'it''s' = -2),
       text String, word LowCardinality(String), maybe Nullable(String), tag UUID, list Array(UInt32), price Decimal(18, 4)`,
    );
    const at = Date.UTC(2026, 6, 1, 12, 30, 15, 250);
    const tag = randomUUID();
    await clickhouse.insertColumns(
      table,
      {
        id: [1, 2],
        u8: [255, 0],
        u16: [65_535, 0],
        u64: [18_446_744_073_709_551_615n, Number.MAX_SAFE_INTEGER],
        i64: [-9_007_199_254_740_991, "-42"],
        i32: new Int32Array([-5, 5]),
        f32: new Float32Array([1.5, -2.25]),
        f64: [Math.PI, Number.NaN],
        flag: [true, false],
        day: ["2026-07-01", new Date(at)],
        second: [at, 0],
        at: [at, new Date(at)],
        fine: [at, at],
        kind: ["A", "it's"],
        text: ["日本'\\\n", ""],
        word: ["north", "north"],
        maybe: [null, "x"],
        tag: [tag, tag],
        list: [[1, 2], []],
        price: ["12.3456", "0"],
      },
      2,
    );
    const rows = await clickhouse.query(`select * from ${table} order by id`);
    expect(rows[0]).toEqual({
      id: 1,
      u8: 255,
      u16: 65_535,
      u64: "18446744073709551615",
      i64: "-9007199254740991",
      i32: -5,
      f32: 1.5,
      f64: Math.PI,
      flag: true,
      day: "2026-07-01",
      second: "2026-07-01T12:30:15Z",
      at: "2026-07-01T12:30:15.250Z",
      fine: "2026-07-01T12:30:15.250000Z",
      kind: "A",
      text: "日本'\\\n",
      word: "north",
      maybe: null,
      tag,
      list: [1, 2],
      price: 12.3456,
    });
    expect(rows[1]).toMatchObject({
      u64: "9007199254740991",
      i64: "-42",
      f64: null,
      flag: false,
      day: "2026-07-01",
      second: "1970-01-01T00:00:00Z",
      kind: "it's",
      maybe: "x",
      list: [],
    });
  });

  test("binds parameters of every kind, and none inside quoted text", async () => {
    const at = Date.UTC(2026, 6, 1, 12, 30, 15, 250);
    const texts = ["it's", "back\\slash", "new\nline", "tab\t", "{n:UInt8}"];
    const rows = await clickhouse.query(
      `select {n:UInt32} as n, {big:UInt64} as big, {at:DateTime64(3)} as at, {second:DateTime} as second, {day:Date} as day,
       {text:String} as text, {texts:Array(String)} as texts, {ids:Array(UInt64)} as ids, {none:Nullable(UInt8)} as none,
       {flag:Bool} as flag, '{n:UInt32}' as quoted -- {missing:UInt8}
       limit {limit:UInt32}`,
      {
        n: 7,
        big: "18446744073709551615",
        at,
        second: new Date(at),
        day: "2026-07-01",
        text: texts.join("|"),
        texts,
        ids: ["18446744073709551615", 1],
        none: null,
        flag: true,
        limit: 1,
      },
    );
    expect(rows).toEqual([
      {
        n: 7,
        big: "18446744073709551615",
        at: "2026-07-01T12:30:15.250Z",
        second: "2026-07-01T12:30:15Z",
        day: "2026-07-01",
        text: texts.join("|"),
        texts,
        ids: ["18446744073709551615", "1"],
        none: null,
        flag: true,
        quoted: "{n:UInt32}",
      },
    ]);
  });

  test("reads columns of numbers without their text, with parameters, and goes on after a query that fails", async () => {
    const sql = `select toInt32(toInt64(number) - 1) as id, toFloat32(ifNull(nullIf({share:Float64} * number, 0), nan)) as share
      from numbers({count:UInt32}) order by id`;
    await expect(clickhouse.queryColumns("select throwIf(number = 2) from numbers(3)")).rejects.toThrow();
    const blocks = await clickhouse.queryColumns<{ id: Int32Array; share: Float32Array }>(sql, {
      share: 0.25,
      count: 200_000,
    });
    expect(blocks.length).toBeGreaterThan(1);
    const ids = blocks.flatMap(({ id }) => [...id]);
    const shares = blocks.flatMap(({ share }) => [...share]);
    expect(ids).toEqual(Array.from({ length: 200_000 }, (_, index) => index - 1));
    expect(shares.slice(0, 3)).toEqual([Number.NaN, 0.25, 0.5]);
    expect(shares.at(-1)).toBe(49_999.75);
    expect(await clickhouse.queryColumns("select toInt32(1) from numbers(0)")).toEqual([]);
  });

  test("passes a value as each type that a query uses it as", async () => {
    const at = Date.UTC(2026, 6, 1, 12, 30, 15);
    const sql = "select {at:DateTime64(3)} as fine, {at:DateTime} as second, {at:DateTime64(3)} as again";
    expect(await clickhouse.query(sql, { at })).toEqual([
      { fine: "2026-07-01T12:30:15.000Z", second: "2026-07-01T12:30:15Z", again: "2026-07-01T12:30:15.000Z" },
    ]);
  });

  test("refuses a query that lacks a parameter", async () => {
    await expect(clickhouse.query("select {n:UInt32}", {})).rejects.toThrow("{n} has no value");
  });

  test.each([
    ["a number out of range", { id: [1], u8: [256] }, "column u8"],
    ["a missing value in a column that needs one", { id: [1], u8: [null] }, "column u8"],
    ["an unknown column", { id: [1], other: [1] }, "no column other"],
    ["a column shorter than the rest", { id: [1, 2], u8: [1] }, "column u8"],
  ])("refuses %s and stores nothing", async (_title, columns, message) => {
    const table = await createTable("u8 UInt8");
    await expect(clickhouse.insertColumns(table, columns, columns.id.length)).rejects.toThrow(message);
    expect(await clickhouse.query(`select * from ${table}`)).toEqual([]);
  });

  test("inserts rows as objects", async () => {
    const table = await createTable("name String");
    await clickhouse.insertRows(table, [
      { id: 1, name: "a" },
      { id: 2, name: "b" },
    ]);
    expect(await clickhouse.query(`select name from ${table} order by id`)).toEqual([
      { name: "a" },
      { name: "b" },
    ]);
  });

  test("knows a column that was added later", async () => {
    const table = await createTable("name String");
    await clickhouse.insertRows(table, [{ id: 1, name: "a" }]);
    await clickhouse.command(`alter table ${table} add column size UInt8`);
    await clickhouse.insertRows(table, [{ id: 2, name: "b", size: 3 }]);
    expect(await clickhouse.query(`select size from ${table} order by id`)).toEqual([
      { size: 0 },
      { size: 3 },
    ]);
  });

  test("reports an engine's error with its reason", async () => {
    await expect(clickhouse.query("select * from no_such_table")).rejects.toThrow(/no_such_table/);
    await expect(clickhouse.command("selekt 1 from one")).rejects.toThrow(/syntax error/i);
  });

  test("returns its own rows to each of several concurrent queries", async () => {
    const asked = Array.from({ length: 20 }, (_, n) =>
      clickhouse.query<{ n: number }>("select {n:UInt32} as n", { n }),
    );
    expect((await Promise.all(asked)).map((rows) => rows[0]?.n)).toEqual(
      Array.from({ length: 20 }, (_, n) => n),
    );
  });
});

test("a statement that fails while it runs leaves nothing in the results of the next ones", async () => {
  const place = await prepareEmbedded();
  const clickhouse = await place.open();
  onTestFinished(async () => {
    await clickhouse.close();
    await place.stop();
  });
  const fail = () => clickhouse.query("select throwIf(number = 3000) from numbers(10000)");
  const read = (index: number) => clickhouse.query("select {index:UInt8} as index", { index });
  for (let round = 0; round < 3; round++) {
    const failed = await Promise.allSettled([fail(), fail(), fail()]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    const results = await Promise.all([0, 1, 2, 3, 4, 5].map(read));
    expect(results).toEqual([0, 1, 2, 3, 4, 5].map((index) => [{ index }]));
  }
});

/** Three merged batches of 100 samples, of which the merged part is damaged, and one more; what they were merged from is kept or not. */
async function openDamaged({ areSourcesKept }: { areSourcesKept: boolean }) {
  const logged: { level: string; lostRows?: number }[] = [];
  const note = (level: string) => (details: object) => logged.push({ level, ...details });
  const place = await prepareEmbedded({ ...logger, warn: note("warn"), error: note("error") } as Logger);
  const clickhouse = await place.open();
  onTestFinished(async () => {
    await clickhouse.close();
    await place.stop();
  });
  const rows = Array.from({ length: 100 }, (_, index) => index);
  const insert = (plant: number) =>
    clickhouse.insertColumns(
      "samples",
      {
        plant: rows.map(() => plant),
        day: rows.map(() => "2026-05-01"),
        ...{ device: rows, kind: rows.map(() => "OPT"), slot: rows, gateway: rows, seq: rows },
        at: rows.map(() => Date.UTC(2026, 4, 1)),
        is_history: rows.map(() => 0),
        received_at: rows.map(() => Date.UTC(2026, 4, 1)),
      },
      rows.length,
    );
  for (const plant of [1, 2, 3]) await insert(plant);
  await clickhouse.command("optimize table samples final");
  await insert(4);
  const parts = await clickhouse.query<{ path: string; rows: string; active: number }>(
    "select path, rows, active from system.parts where table = 'samples'",
  );
  for (const part of parts) {
    if (part.active === 0 && !areSourcesKept) await rm(part.path, { recursive: true });
    if (part.active === 0 || part.rows !== "300") continue;
    for (const file of await readdir(part.path))
      if (file.includes("mrk")) await truncate(join(part.path, file));
  }
  await clickhouse.command("system drop mark cache");
  return { clickhouse, insert, logged };
}

test("a merged part that a full disk left without its marks is replaced by what it was merged from", async () => {
  const { clickhouse, insert, logged } = await openDamaged({ areSourcesKept: true });
  const counts = await Promise.all(
    [1, 2, 3].map(() => clickhouse.query("select count() as count, sum(slot) as sum from samples")),
  );
  expect(counts).toEqual([1, 2, 3].map(() => [{ count: "400", sum: String(4 * 4950) }]));
  expect(logged).toEqual([expect.objectContaining({ level: "warn", table: "samples" })]);
  await insert(5);
  expect(await clickhouse.query("select count() as count from samples")).toEqual([{ count: "500" }]);
});

test("a damaged part that nothing replaces is detached, and its lost rows are an error in the log", async () => {
  const { clickhouse, logged } = await openDamaged({ areSourcesKept: false });
  const sums = await clickhouse.query("select count() as count, sum(slot) as sum from samples");
  expect(sums).toEqual([{ count: "100", sum: "4950" }]);
  expect(logged).toEqual([expect.objectContaining({ level: "error", table: "samples", lostRows: 300 })]);
  const limit = await clickhouse.query(
    "select value from system.merge_tree_settings where name = 'max_suspicious_broken_parts_bytes'",
  );
  expect(limit).toEqual([{ value: String(1024 ** 4) }]);
});

test("responds to a ping of the embedded engine while every reader runs a query", async () => {
  const { open, stop } = await prepareEmbedded();
  const clickhouse = await open();
  let finished = 0;
  // More than there are connections for queries.
  const queries = Array.from({ length: 5 }, () => clickhouse.query("select sleep(1)").then(() => finished++));
  await clickhouse.ping();
  expect(finished).toBe(0);
  await Promise.all(queries);
  await clickhouse.close();
  await stop();
});

test("fails a ping when the ClickHouse at its address has stopped", async () => {
  const { open, stop } = await prepareByAddress();
  const clickhouse = await open();
  await clickhouse.ping();
  await stop();
  await expect(clickhouse.ping()).rejects.toThrow();
  await clickhouse.close();
});

test("closes the embedded engine without waiting for a query of half a minute", async () => {
  const place = await prepareEmbedded();
  const clickhouse = await place.open();
  const endless = clickhouse.query("select sum(sipHash64(number)) from numbers(1000000000000)");
  const outcome = expect(endless).rejects.toThrow(/cancelled/i);
  await clickhouse.close();
  await outcome;
  await place.stop();
});
