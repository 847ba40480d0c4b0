import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createDevice } from "../../../../../test/fixtures.ts";
import { connectGateway, createBirth, createData, createGateway } from "../../../../../test/link.ts";
import { findUnitRow, readFirst } from "../../../../../test/link-rows.ts";
import { openLinkStage } from "../../../../../test/link-stage.ts";

const { engines, link } = await openLinkStage();

const readRow = <Row>(query: RawBuilder<Row>) => readFirst(engines.db, query);
const findUnit = (sn: string) => findUnitRow(engines.db, sn);

describe("adoption", () => {
  test("adopts unregistered units under their gateway, from the gateway's own start in the plant", async () => {
    const linkedFromAt = new Date("2024-05-01T00:00:00Z");
    const gateway = await createGateway(engines.db, { linkedFromAt });
    const client = await connectGateway(link, gateway);
    const birth = createBirth(gateway.sn, 2);
    (birth.units[1] as unknown[])[6] = { parent: 1, pos: "B7" };
    await client.send("upBirth", birth);
    const first = await findUnit(String(birth.units[0]?.[1]));
    expect(first).toMatchObject({ plantId: gateway.plant?.id, label: "A1", parentId: gateway.id });
    expect(first?.fromAt).toEqual(linkedFromAt);
    expect(first?.adoptedAt).not.toBeNull();
    const second = await findUnit(String(birth.units[1]?.[1]));
    const parent = await readRow(sql<{ sn: string }>`select sn from devices where id = ${second?.parentId}`);
    expect([second?.label, parent?.sn]).toEqual(["B7", birth.units[0]?.[1]]);
    await client.send("upBirth", { ...birth, session: 2 });
    const links = await sql`select from device_links l join devices d on d.id = l.device_id
      where l.plant_id = ${gateway.plant?.id} and d.type = 'OPT'`.execute(engines.db);
    expect(links.rows).toHaveLength(2);
    await client.end();
  });

  test("gives a unit that a user added its slot and parent from the birth that names it", async () => {
    const gateway = await createGateway(engines.db);
    const added = await createDevice(engines.db, { type: "OPT", plantId: gateway.plant?.id });
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, [added.sn]));
    expect(await findUnit(added.sn)).toMatchObject({ label: "A1", parentId: gateway.id, adoptedAt: null });
    await client.end();
  });

  test("takes rated power and mounting from the birth, and keeps what a user has entered", async () => {
    const gateway = await createGateway(engines.db);
    const known = await createDevice(engines.db, {
      type: "OPT",
      plantId: gateway.plant?.id,
      ratedPowerW: 500,
    });
    const birth = createBirth(gateway.sn, [`NEW-${known.key}`, known.sn, `ODD-${known.key}`]);
    const describe = (index: number, more: object) => ((birth.units[index] as unknown[])[6] = more);
    describe(0, { pos: "A1", rated: 420, tilt: 28.5, az: 195 });
    describe(1, { pos: "A2", rated: 420, tilt: 28.5, az: 195 });
    describe(2, { pos: "A3", rated: -1, tilt: 120, az: "south" });
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", birth);
    const { rows } = await sql`
      select s.label, d.rated_power_w as "ratedPowerW", s.tilt_deg as "tiltDeg", s.azimuth_deg as "azimuthDeg"
      from device_links l join devices d on d.id = l.device_id join slots s on s.id = l.slot_id
      where l.plant_id = ${gateway.plant?.id} order by s.label`.execute(engines.db);
    expect(rows).toEqual([
      { label: "A1", ratedPowerW: 420, tiltDeg: 28.5, azimuthDeg: 195 },
      { label: "A2", ratedPowerW: 500, tiltDeg: 28.5, azimuthDeg: 195 },
      { label: "A3", ratedPowerW: null, tiltDeg: null, azimuthDeg: null },
    ]);
    await client.end();
  });

  test("rejects units of another plant with a security alarm and adopts the others", async () => {
    const owner = await createGateway(engines.db);
    const stolen = await createDevice(engines.db, { type: "OPT", plantId: owner.plant?.id });
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, [stolen.sn, `OPT-${stolen.key}-OWN`, owner.sn]));
    await client.send("upData", createData({ s: 1, t: Date.now(), units: [1, 2] }));
    const rows = await engines.clickhouse.query<{ device: number }>(
      "select device from samples where gateway = {key:UInt32}",
      { key: gateway.key },
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.device).not.toBe(stolen.key);
    const rejected = await readRow(sql<{ reason: string }>`
      select reason from rejected_reports where gateway_id = ${gateway.id}`);
    expect(rejected?.reason).toBe("other-plant");
    const alarm = await readRow(sql<{ new: { serialNumbers: string[] } }>`
      select new from audit where kind = 'security' and type = 'device.other-plant' and object_id = ${gateway.id}`);
    expect(alarm?.new.serialNumbers.toSorted()).toEqual([stolen.sn, owner.sn].toSorted());
    await client.end();
  });
});

describe("a unit that a user removed", () => {
  test("is not adopted into its plant again while the gateway still reports it, but into another plant", async () => {
    const gateway = await createGateway(engines.db);
    const birth = createBirth(gateway.sn, 2);
    const [kept, removed] = birth.units.map((unit) => String(unit[1]));
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", birth);
    await sql`
      update device_links l set to_at = now(), ended_by = p.owner_id from devices d, plants p
      where d.id = l.device_id and p.id = l.plant_id and d.sn = ${removed}`.execute(engines.db);
    await client.send("upBirth", { ...birth, session: 2 });
    await client.end();
    const isLinked = async (sn: string | undefined) =>
      (
        await readRow(sql<{ isOpen: boolean }>`
        select bool_or(l.to_at is null) as "isOpen" from device_links l join devices d on d.id = l.device_id
        where d.sn = ${sn}`)
      )?.isOpen;
    expect([await isLinked(kept), await isLinked(removed)]).toEqual([true, false]);
    const other = await createGateway(engines.db);
    const next = await connectGateway(link, other);
    await next.send("upBirth", createBirth(other.sn, [String(removed)]));
    expect(await findUnit(String(removed))).toMatchObject({ plantId: other.plant?.id });
    await next.end();
  });
});

describe("a gateway that invents units", () => {
  test("keeps its newest 16 births and no more", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    for (let rev = 1; rev <= 19; rev++)
      await client.send("upBirth", createBirth(gateway.sn, [`${gateway.sn}-1`], rev));
    const { rows } = await sql<{ rev: number }>`
      select rev from births where gateway_id = ${gateway.id} order by rev`.execute(engines.db);
    expect(rows.map(({ rev }) => rev)).toEqual(Array.from({ length: 16 }, (_, at) => at + 4));
    await client.end();
  });

  test("brings at most 1,000 units into its plant, and appears in the security log", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const invent = (rev: number) =>
      createBirth(
        gateway.sn,
        Array.from({ length: 400 }, (_, at) => `${gateway.sn}-${rev}-${at}`),
        rev,
      );
    await Promise.all([1, 2, 3].map((rev) => client.send("upBirth", invent(rev))));
    const made = await readRow(sql<{ total: number }>`
      select count(*)::int as total from devices where sn like ${`${gateway.sn}-%`}`);
    expect(made?.total).toBe(1000);
    const alarm = await readRow(sql<{ new: { total: number } }>`
      select new from audit where kind = 'security' and type = 'device.too-many-units' and object_id = ${gateway.id}`);
    expect(alarm?.new.total).toBe(200);
    await client.end();
  });

  test("opens at most 64 alarms of a device and rejects the other codes", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    // More than a report interval apart: repeats within one are the same occurrence.
    const t = Date.now() - 3_600_000;
    const codes = Array.from({ length: 70 }, (_, at) => 1000 + at);
    const send = (s: number, kind: string, of: number[]) =>
      client.send("upEvent", { v: 1, rev: 1, s, t: t + s * 600_000, e: of.map((code) => [1, kind, code]) });
    await send(1, "raised", codes);
    await send(2, "raised", [1000]);
    const open = await readRow(sql<{ total: number; count: number }>`
      select count(*)::int as total, max(count)::int as count from alarms where plant_id = ${gateway.plant?.id}`);
    expect(open).toEqual({ total: 64, count: 2 });
    const rejected = await readRow(sql<{ reason: string; unitCount: number }>`
      select reason, unit_count as "unitCount" from rejected_reports where gateway_id = ${gateway.id}`);
    expect(rejected).toEqual({ reason: "too-many-alarms", unitCount: 6 });
    const all = Array.from({ length: 300 }, (_, at) => 2000 + at);
    await send(3, "gone", all);
    const ends = await readRow(sql<{ total: number }>`
      select count(*)::int as total from condition_ends e join device_links l on l.device_id = e.device_id
      where l.plant_id = ${gateway.plant?.id}`);
    expect(ends?.total).toBe(256);
    await client.end();
  });
});
