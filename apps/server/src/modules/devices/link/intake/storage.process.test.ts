import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import type { TestLink } from "../../../../../test/link.ts";
import {
  connectGateway,
  createBirth,
  createData,
  createGateway,
  startTestLink,
} from "../../../../../test/link.ts";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";

let engines: TestEngines;
let link: TestLink;
const storage = { isUnavailable: false, refused: 0 };

/** A report with this sequence number can never be stored. */
const POISON_SEQ = 666;

/** The real engine, which can be made unavailable. */
function createFailing(clickhouse: ClickHouse): ClickHouse {
  return {
    ...clickhouse,
    async insertColumns(table, columns, rowCount) {
      if (Array.from(columns.seq ?? []).includes(POISON_SEQ)) throw new RangeError("no such value");
      if (storage.isUnavailable) {
        storage.refused++;
        throw Object.assign(new Error("storage is unavailable"), { code: "ENOSPC" });
      }
      await clickhouse.insertColumns(table, columns, rowCount);
    },
  };
}

/** Longer than the test: nothing is written because of this wait. */
const NEVER_MS = 100_000;
/** Longer than three reports sent together need to arrive. */
const LONG_MS = 5_000;

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  link = await startTestLink({
    db: engines.db,
    clickhouse: createFailing(engines.clickhouse),
    flushAfterMs: 1,
    dataFolder: engines.dataFolder,
  });
});
afterAll(async () => {
  await link.stop();
  await engines.close();
});

const countSamples = async (gateway: { key: number }) => {
  const rows = await engines.clickhouse.query<{ total: string }>(
    "select count() as total from samples where gateway = {key:UInt32}",
    { key: gateway.key },
  );
  return Number(rows[0]?.total);
};

describe("storage", () => {
  test("acknowledges nothing while storage is unavailable and stores everything once it is back", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    expect(await link.server.checkIntake()).toEqual({ isOk: true });
    storage.isUnavailable = true;
    storage.refused = 0;
    let acknowledged = 0;
    const sent = Array.from({ length: 40 }, async (_, index) => {
      await client.send("upData", createData({ s: index, t: Date.now() + index }));
      acknowledged++;
    });
    // Each of them failed at least twice: it waited and was retried.
    while (storage.refused < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(acknowledged).toBe(0);
    expect(client.mqtt.connected).toBe(true);
    expect(await link.server.checkIntake()).toEqual({ isOk: false, reason: "writes-fail" });
    storage.isUnavailable = false;
    await Promise.all(sent);
    expect(await link.server.checkIntake()).toEqual({ isOk: true });
    expect(await countSamples(gateway)).toBe(80);
    await client.end();
  });

  test("stores a report sent again on a new connection once, when the first attempt was not acknowledged", async () => {
    const gateway = await createGateway(engines.db);
    const first = await connectGateway(link, gateway);
    await first.send("upBirth", createBirth(gateway.sn, 2));
    storage.isUnavailable = true;
    storage.refused = 0;
    const report = createData({ s: 5, t: Date.now() });
    first.send("upData", report).catch(() => undefined);
    while (storage.refused === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await first.end();
    const second = await connectGateway(link, gateway);
    const again = second.send("upHistory", report);
    storage.isUnavailable = false;
    await again;
    const rows = await engines.clickhouse.query("select 1 from samples final where gateway = {key:UInt32}", {
      key: gateway.key,
    });
    expect(rows).toHaveLength(2);
    await second.end();
  });

  test("rejects the one report of a batch that can never be stored, and stores the others", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const seqs = [664, 665, POISON_SEQ, 667];
    await Promise.all(seqs.map((s) => client.send("upData", createData({ s, t: Date.now() + s }))));
    const { rows } = await sql<{ reason: string }>`
      select reason from rejected_reports where gateway_id = ${gateway.id}`.execute(engines.db);
    expect(rows).toEqual([{ reason: "unstorable" }]);
    expect(await countSamples(gateway)).toBe(6);
    await client.end();
  });

  test("stores the same rows whatever the order ten reports with a duplicate and a late one arrive in", async () => {
    const day = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000;
    // Counter reset after the fifth; the last is the third once more.
    const counters = [100, 200, 300, 400, 500, 10, 20, 30, 40];
    const reports = counters.map((counterWh, index) =>
      createData({ s: index + 1, t: day + index * 300_000, counterWh }),
    );
    const ten = [...reports, reports[2]!];
    const readRows = async (gateway: { key: number; sn: string }) =>
      engines.clickhouse.query(
        `select toUnixTimestamp64Milli(at) as at, eh, vi, ii, seq, row_number() over (partition by at order by device) as unit
         from samples final where gateway = {key:UInt32} order by at, unit`,
        { key: gateway.key },
      );
    const expected = reports.flatMap(({ s, t }, index) =>
      [1, 2].map((unit) => ({
        at: String(t),
        eh: counters[index],
        vi: 40,
        ii: 5,
        seq: String(s),
        unit: String(unit),
      })),
    );
    const orders = fc.shuffledSubarray([...ten.keys()], { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(orders, fc.integer({ min: 0, max: 9 }), async (order, late) => {
        const gateway = await createGateway(engines.db);
        const client = await connectGateway(link, gateway, { subscribes: false });
        await client.send("upBirth", createBirth(gateway.sn, 2));
        await Promise.all(
          order.map((index) => client.send(index === late ? "upHistory" : "upData", ten[index]!)),
        );
        await client.end();
        expect(await readRows(gateway)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  test.concurrent.each([
    ["when no other one arrives", { flushAfterMs: NEVER_MS, quietMs: LONG_MS }],
    ["after the longest wait", { flushAfterMs: LONG_MS, quietMs: NEVER_MS }],
  ])("writes reports %s, several in one insert", async (_when, waits) => {
    let inserts = 0;
    const clickhouse: ClickHouse = {
      ...engines.clickhouse,
      insertColumns: async (table, columns, rowCount) => {
        if (table === "samples") inserts += 1;
        await engines.clickhouse.insertColumns(table, columns, rowCount);
      },
    };
    const waiting = await startTestLink({ db: engines.db, clickhouse, ...waits });
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(waiting, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const t = Date.now();
    await Promise.all([1, 2, 3].map((s) => client.send("upData", createData({ s, t: t - s * 1_000 }))));
    expect(inserts).toBe(1);
    await client.end();
    await waiting.stop();
  });

  test("publishes live values while they wait for their insert", async () => {
    const waiting = await startTestLink({ ...engines, flushAfterMs: NEVER_MS, quietMs: NEVER_MS });
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(waiting, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const { promise, resolve } = Promise.withResolvers<unknown>();
    waiting.bus.subscribe(`plant.${gateway.plant?.id}.units`, resolve);
    const sent = client.send("upData", createData({ s: 1, t: Date.now() }));
    expect(await promise).toMatchObject({ type: "units", stationId: gateway.plant?.id });
    expect(await countSamples(gateway)).toBe(0);
    await waiting.stop();
    await sent;
  });

  test("stores and acknowledges messages in progress when it is stopped", async () => {
    const stopping = await startTestLink({ ...engines, flushAfterMs: NEVER_MS, quietMs: NEVER_MS });
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(stopping, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const sent = client.send("upData", createData({ s: 1, t: Date.now() }));
    const round = client.send("upAnswer", { id: "none", state: "done" });
    await round;
    await stopping.stop();
    await sent;
    expect(await countSamples(gateway)).toBe(2);
  });
});
