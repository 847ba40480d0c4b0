import { VALUE_NAMES } from "@heliograph/protocol";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { connectGateway, createBirth, createData, createGateway, until } from "../../../../../test/link.ts";
import { openLinkStage } from "../../../../../test/link-stage.ts";
import { createPlacementService } from "../../placements/placements.service.ts";
import { rejectExpired } from "./expired-reports.ts";

const { engines, link } = await openLinkStage();

const { now } = Date;
const placements = () => createPlacementService({ db: engines.db, bus: link.bus });
const listSamples = (gateway: { key: number }) =>
  engines.clickhouse.query<{
    plant: number;
    device: number;
    at: string;
    vi: number;
    eh: number;
    seq: string;
  }>(
    "select plant, device, at, vi, eh, pw, seq, kind, is_history, slot from samples final where gateway = {key:UInt32} order by at, device",
    { key: gateway.key },
  );
async function listRejected(gateway: { id: string }) {
  const { rows } = await sql<{ reason: string; seq: number | null; unitCount: number; body: Buffer }>`
    select reason, seq, unit_count as "unitCount", body from rejected_reports
    where gateway_id = ${gateway.id} order by id`.execute(engines.db);
  return rows;
}

async function listPendingReasons(gateway: { id: string }) {
  const { rows } = await sql<{ reason: string }>`
    select reason from pending_reports where gateway_id = ${gateway.id} order by id`.execute(engines.db);
  return rows.map(({ reason }) => reason);
}

describe("reports", () => {
  test("stores a report before it is acknowledged, under the plant and slot of its units", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const t = now();
    await client.send("upData", createData({ s: 1, t, dt: [0, -4], counterWh: 1234 }));
    const rows = await listSamples(gateway);
    expect(rows).toHaveLength(2);
    expect(rows).toMatchObject([
      { plant: gateway.plant?.key, vi: 40, eh: 1234, seq: "1", kind: "OPT" },
      { plant: gateway.plant?.key, vi: 40, eh: 1234, seq: "1", kind: "OPT" },
    ]);
    expect(rows.map(({ at }) => Date.parse(at))).toEqual([t - 4000, t]);
    await client.end();
  });

  test("acknowledges a known report without storing it again", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const report = createData({ s: 7, t: now() });
    await client.send("upData", report);
    await client.send("upData", report);
    await client.send("upHistory", report);
    const [row] = await engines.clickhouse.query<{ total: string }>(
      "select count() as total from samples where gateway = {key:UInt32}",
      { key: gateway.key },
    );
    expect(row?.total).toBe("2");
    expect(await listRejected(gateway)).toEqual([]);
    await client.end();
  });

  test("stores a second body under a known sequence number as rejected and raises a security alarm", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const t = now();
    await client.send("upData", createData({ s: 7, t }));
    await client.send("upData", createData({ s: 7, t, counterWh: 9 }));
    expect(await listRejected(gateway)).toMatchObject([{ reason: "sequence-conflict", seq: 7 }]);
    const { rows } = await sql`select from audit where kind = 'security' and type = 'device.sequence-conflict'
      and object_id = ${gateway.id}`.execute(engines.db);
    expect(rows).toHaveLength(1);
    expect((await listSamples(gateway)).map(({ eh }) => eh)).toEqual([1000, 1000]);
    await client.end();
  });

  test("rejects malformed, future and timeless reports and stores the good one behind them", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const t = now();
    await client.send("upData", Buffer.from('{"v":1,'));
    await client.send("upData", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
    await client.send("upData", Buffer.from(`${'{"a":'.repeat(50)}1${"}".repeat(50)}`));
    await client.send("upData", Buffer.from('{"v":1,"v":1}'));
    await client.send("upData", Buffer.from('{"__proto__":{"v":1}}'));
    await client.send("upData", new Uint8Array());
    await client.send("upData", createData({ s: 1, t: t + 11 * 60_000 }));
    await client.send("upHistory", createData({ s: 2, t: 5_000 }));
    await client.send("upData", createData({ s: 3, t }));
    expect((await listRejected(gateway)).map(({ reason }) => reason)).toEqual([
      "malformed",
      "not-utf8",
      "too-deep",
      "duplicate-key",
      "forbidden-key",
      "empty",
      "future",
      "time-unknown",
    ]);
    expect(await listSamples(gateway)).toHaveLength(2);
    await client.end();
  });

  test("rejects immediately what can never be stored, and stores the good one behind it", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const good = createBirth(gateway.sn, 2);
    await client.send("upBirth", good);
    const t = now();
    await client.send("upData", createData({ s: 1, t: Number.MAX_SAFE_INTEGER }));
    const event = { v: 1, rev: 1, s: 2, t: Number.MAX_SAFE_INTEGER, e: [[1, "raised", 3]] };
    await client.send("upEvent", event);
    for (const key of ["x\\u0000y", "x\\ud800y"]) {
      const text = JSON.stringify({ ...good, rev: 2 }).replace('"parent":0', `"parent":0,"${key}":1`);
      await client.send("upBirth", Buffer.from(text));
    }
    await client.send("upData", createData({ s: 3, t }));
    expect((await listRejected(gateway)).map(({ reason }) => reason)).toEqual(Array(4).fill("malformed"));
    expect(await listSamples(gateway)).toHaveLength(2);
    await client.end();
  });

  test("keeps less than 64 MiB of pending reports of a gateway and rejects the next", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const report = (s: number) => createData({ s, t: now(), rev: 77 });
    await client.send("upData", report(1));
    await sql`insert into pending_reports (gateway_id, received_at, topic, reason, rev, body)
      select ${gateway.id}, now(), 'up/data', 'unknown-rev', 77, decode(repeat('00', 1048576), 'hex')
      from generate_series(1, 64)`.execute(engines.db);
    await client.send("upData", report(2));
    expect(await listRejected(gateway)).toMatchObject([{ reason: "unknown-rev", seq: 2 }]);
    await sql`delete from pending_reports where gateway_id = ${gateway.id}`.execute(engines.db);
    await client.end();
  });

  test("rejects only the rows that are out of range or of an unknown unit", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const report = createData({ s: 1, t: now(), units: [1, 2, 9] });
    (report.d[2] as number[])[0] = 900_000;
    await client.send("upData", report);
    expect(await listSamples(gateway)).toHaveLength(1);
    const rejected = await listRejected(gateway);
    expect(rejected.map(({ reason, unitCount }) => [reason, unitCount]).sort()).toEqual([
      ["out-of-range", 1],
      ["unknown-unit", 1],
    ]);
    await client.end();
  });

  test("keeps the last 1,000 rejected bodies of a gateway and counts the rest", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const bodies = Array.from({ length: 1_150 }, (_, index) => Buffer.from(`no report ${index}`));
    await Promise.all(bodies.map((body) => client.send("upData", body)));
    const { rows } = await sql<{ total: number }>`
      select total from rejected_report_counts where gateway_id = ${gateway.id}`.execute(engines.db);
    expect(rows).toEqual([{ total: 1_150 }]);
    const kept = await listRejected(gateway);
    expect(kept.length).toBeGreaterThanOrEqual(1_000);
    expect(kept.length).toBeLessThan(1_100);
    expect(kept.at(-1)?.body.toString()).toBe("no report 1149");
    await client.end();
  });

  test("keeps reports of an unknown revision pending, requests the birth, and stores them when it arrives", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upData", createData({ s: 1, t: now(), rev: 5 }));
    expect(await client.next("downSync")).toEqual({ rebirth: true });
    expect(await listSamples(gateway)).toEqual([]);
    await client.send("upBirth", createBirth(gateway.sn, 2, 5));
    expect(
      await until(
        () => listSamples(gateway),
        (rows) => rows.length > 0,
      ),
    ).toHaveLength(2);
    await client.end();
  });

  test("keeps reports of a gateway without a plant pending and stores them when it is added to one", async () => {
    const gateway = await createGateway(engines.db, { isBound: false });
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const t = now();
    await client.send("upData", createData({ s: 1, t: t - 60_000 }));
    await client.send("upData", createData({ s: 2, t }));
    expect(await listSamples(gateway)).toEqual([]);
    const plant = (await createGateway(engines.db)).plant as { id: string; key: number };
    await placements().change((_trx, links) =>
      links.add({
        deviceId: gateway.id,
        plantId: plant.id,
        fromAt: new Date(t - 30_000),
        createdBy: undefined,
      }),
    );
    const rows = await until(
      () => listSamples(gateway),
      (found) => found.length > 0,
    );
    expect(rows.map(({ seq, plant: key }) => [seq, key])).toEqual([
      ["2", plant.key],
      ["2", plant.key],
    ]);
    await client.end();
  });

  test("keeps samples before the installation pending, not rejected, and stores them when the link is dated earlier", async () => {
    const t = now();
    const gateway = await createGateway(engines.db, { linkedFromAt: new Date(t - 60_000) });
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    await client.send("upHistory", createData({ s: 1, t: t - 120_000 }));
    expect(await listSamples(gateway)).toEqual([]);
    expect(await listPendingReasons(gateway)).toEqual(["before-link"]);
    expect(await listRejected(gateway)).toEqual([]);
    await placements().change((_trx, links) => links.redate(gateway.id, new Date(t - 3_600_000)));
    expect(
      await until(
        () => listSamples(gateway),
        (rows) => rows.length > 0,
      ),
    ).toHaveLength(2);
    await client.end();
  });

  test("keeps samples of a removed unit pending under a reason of their own, and stores them if it is added again", async () => {
    const t = now();
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    await client.send("upData", createData({ s: 1, t: t - 60_000 }));
    const [unit] = (await listSamples(gateway)).map(({ device }) => device);
    const { rows } = await sql<{ id: string }>`select id from devices where key = ${unit}`.execute(
      engines.db,
    );
    const deviceId = String(rows[0]?.id);
    await placements().change((_trx, links) => links.end([deviceId], new Date(t - 30_000)));
    let seq = 1;
    const reasons = await until(
      async () => {
        seq += 1;
        await client.send("upData", createData({ s: seq, t }));
        return await listPendingReasons(gateway);
      },
      (found) => found.length > 0,
    );
    expect(reasons).toEqual(["after-removal"]);
    expect(await listRejected(gateway)).toEqual([]);
    const plantId = String(gateway.plant?.id);
    await placements().change((_trx, links) =>
      links.add({ deviceId, plantId, fromAt: new Date(t - 20_000), createdBy: undefined }),
    );
    await until(
      () => listPendingReasons(gateway),
      (found) => found.length === 0,
    );
    expect((await listSamples(gateway)).filter((row) => row.seq === String(seq))).toHaveLength(2);
    await client.end();
  });

  test("rejects what was pending for 7 days, with its reason, number and body", async () => {
    const t = now();
    const gateway = await createGateway(engines.db, { linkedFromAt: new Date(t - 60_000) });
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    await client.send("upHistory", createData({ s: 4, t: t - 120_000 }));
    await rejectExpired(engines.db, t);
    expect(await listPendingReasons(gateway)).toEqual(["before-link"]);
    await rejectExpired(engines.db, t + 8 * 24 * 3_600_000);
    expect(await listPendingReasons(gateway)).toEqual([]);
    const [row] = await listRejected(gateway);
    expect(row).toMatchObject({ reason: "before-installation", seq: 4 });
    expect(JSON.parse(String(row?.body))).toMatchObject({ s: 4 });
    await client.end();
  });

  test("rejects an expired report that another version stored and this one cannot read", async () => {
    const t = now();
    const gateway = await createGateway(engines.db);
    await sql`insert into pending_reports (gateway_id, received_at, topic, reason, rev, body)
      values (${gateway.id}, ${new Date(t)}, 'up/data', 'unbound', 1, '{}')`.execute(engines.db);
    await rejectExpired(engines.db, t + 8 * 24 * 3_600_000);
    expect(await listPendingReasons(gateway)).toEqual([]);
    expect(await listRejected(gateway)).toMatchObject([{ reason: "unbound", seq: null }]);
  });

  test("places the records of a gateway without a clock by its start-up", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const sentAt = now();
    await client.send("upBirth", { ...createBirth(gateway.sn, 2), clock: "none", t: 30_000 });
    const storedAt = now();
    await client.send("upHistory", createData({ s: 1, t: 10_000, units: [1] }));
    const [row] = await listSamples(gateway);
    const at = Date.parse(row?.at ?? "");
    // 20 s before its birth came in.
    expect(at).toBeGreaterThanOrEqual(sentAt - 20_000);
    expect(at).toBeLessThanOrEqual(storedAt - 20_000);
    await client.end();
  });

  test("rejects a live stamp since start-up when the clock is set, and accepts it as history from before", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    await client.send("upTime", { t0: 4_000 });
    await client.send("upData", createData({ s: 1, t: 5_000 }));
    // Seconds instead of milliseconds: January 1970 as well.
    await client.send("upData", createData({ s: 2, t: Math.floor(now() / 1000) }));
    await client.send("upHistory", createData({ s: 3, t: 5_000 }));
    await client.send("upEvent", { v: 1, rev: 1, s: 4, t: 5_000, e: [[1, "raised", 3]] });
    const rejected = await listRejected(gateway);
    expect(rejected.map(({ reason, seq }) => [reason, Number(seq)])).toEqual(
      [1, 2, 3, 4].map((seq) => [seq === 3 ? "time-unknown" : "time-impossible", seq]),
    );
    expect(await listSamples(gateway)).toEqual([]);

    const state = { v: 1, on: 1, session: 1, rev: 1 };
    await client.send("upState", { ...state, clock: "none" });
    await client.send("upData", createData({ s: 5, t: 60_000, units: [1] }));
    await client.send("upState", { ...state, clock: "ntp" });
    await client.send("upHistory", createData({ s: 6, t: 30_000, units: [1] }));
    await client.send("upData", createData({ s: 7, t: 90_000, units: [1] }));
    const times = (await listSamples(gateway)).map(({ at, seq }) => [seq, Date.parse(at)] as const);
    expect(times.map(([seq]) => seq)).toEqual(["6", "5"]);
    expect(times[1]![1] - times[0]![1]).toBe(30_000);
    expect((await listRejected(gateway)).slice(4)).toMatchObject([{ reason: "time-impossible" }]);
    await client.end();
  });

  test("has a column for every value of the protocol, those of the AC meter share the device's", async () => {
    const columns = await engines.clickhouse.query<{ name: string }>(
      "select name from system.columns where database = currentDatabase() and table = 'samples'",
    );
    const names = VALUE_NAMES.filter((name) => name !== "pa" && name !== "ea");
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  test("stores the gateway's AC meter as the gateway's own power and counter", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 1));
    await client.send("upData", { v: 1, rev: 1, s: 1, t: now(), c: 1, d: [[0], [4200], [987_654], [801]] });
    await client.send("upEvent", { v: 1, rev: 1, s: 2, t: now(), e: [[0, "meter", 987_700]] });
    const rows = await listSamples(gateway);
    expect(rows).toMatchObject([
      { kind: "DCON", device: gateway.key, pw: 4200, eh: 987_654 },
      { kind: "DCON", device: gateway.key, pw: null, eh: 987_700 },
    ]);
    await client.end();
  });
});
