import type { LiveMessage } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestEngines } from "../../../test/engines.ts";
import { openTestEngines } from "../../../test/engines.ts";
import { createDevice } from "../../../test/fixtures.ts";
import type { TestGateway, TestLink } from "../../../test/link.ts";
import {
  connectGateway,
  createBirth,
  createData,
  createGateway,
  startTestLink,
  until,
} from "../../../test/link.ts";
import { accountScope, systemScope } from "../access/access.service.ts";
import { createAlarmService } from "../alarms/alarms.service.ts";

let engines: TestEngines;
let link: TestLink;

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  link = await startTestLink(engines);
});
afterAll(async () => {
  await link.stop();
  await engines.close();
});

async function readRow<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row | undefined> {
  const { rows } = await query.execute(engines.db);
  return rows[0];
}

const findPower = (gateway: TestGateway) =>
  readRow(sql<{ module: number | null; meter: number | null; string: number | null }>`
    select module_power_w as module, ac_meter_power_w as meter, string_power_w as string
    from gateways where device_id = ${gateway.id}`);
const findUnit = (sn: string) =>
  readRow(sql<{
    plantId: string;
    label: string;
    parentId: string;
    adoptedAt: Date | null;
    fromAt: Date;
    isDown: boolean;
    latest: Record<string, number>;
    power: number;
  }>`
    select l.plant_id as "plantId", s.label, l.parent_id as "parentId", d.adopted_at as "adoptedAt", l.from_at as "fromAt",
      coalesce(st.is_down, false) as "isDown", st.latest
    from devices d left join device_links l on l.device_id = d.id and l.to_at is null
    left join slots s on s.id = l.slot_id left join device_states st on st.device_id = d.id
    where d.sn = ${sn}`);

describe("live values", () => {
  test("tells the plant's watchers of new values and writes the sum of the latest power by level", async () => {
    const gateway = await createGateway(engines.db);
    const told: LiveMessage[] = [];
    link.bus.subscribe(`plant.${gateway.plant?.id}.units`, (message) => told.push(message as LiveMessage));
    const client = await connectGateway(link, gateway);
    const birth = createBirth(gateway.sn, 2);
    await client.send("upBirth", birth);
    const t = Date.now();
    await client.send("upData", createData({ s: 1, t }));
    await client.send("upData", { v: 1, rev: 1, s: 2, t, c: 1, d: [[0], [380], [5000], [800]] });
    await until(
      () => findPower(gateway),
      (power) => power?.module === 400 && power.meter === 380,
    );
    expect((await findPower(gateway))?.string).toBeNull();
    expect(link.changedPlants.has(gateway.plant?.id ?? "")).toBe(true);
    const units = told.flatMap((message) => (message.type === "units" ? message.units : []));
    expect(units).toContainEqual(
      expect.objectContaining({ inputVoltageV: 40, inputCurrentA: 5, powerW: 200 }),
    );
    const unit = await until(
      () => findUnit(String(birth.units[0]?.[1])),
      (row) => row?.latest != null,
    );
    expect(unit?.latest).toMatchObject({ vi: 40, ii: 5, pw: 200, eh: 1000 });
    await client.end();
  });

  test("has written another state before it tells of it, not seconds later [R3.11]", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const birth = createBirth(gateway.sn, 1);
    birth.columns["3"]?.push(["st", "", 1]);
    await client.send("upBirth", birth);
    const sn = String(birth.units[0]?.[1]);
    const found: (number | undefined)[] = [];
    link.bus.subscribe(`plant.${gateway.plant?.id}.units`, () => {
      void findUnit(sn).then((unit) => found.push(unit?.latest?.st));
    });
    const t = Date.now();
    const report = (s: number, status: number) => {
      const data = createData({ s, t: t + s, units: [1] });
      return client.send("upData", { ...data, d: [...data.d, [status]] });
    };
    await report(1, 4);
    await until(() => found.length, Boolean);
    await report(2, 7);
    await until(
      () => found.length,
      (count) => count >= 2,
    );
    expect(found.slice(0, 2)).toEqual([4, 7]);
    await client.end();
  });

  test("leaves live values alone when history or an older report comes", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const birth = createBirth(gateway.sn, 2);
    await client.send("upBirth", birth);
    const t = Date.now();
    await client.send("upData", createData({ s: 5, t, counterWh: 500 }));
    await client.send("upData", createData({ s: 4, t: t - 60_000, counterWh: 400 }));
    await client.send("upHistory", createData({ s: 6, t: t + 1, counterWh: 600 }));
    await client.end();
    const unit = await until(
      () => findUnit(String(birth.units[0]?.[1])),
      (row) => row?.latest?.eh !== undefined,
    );
    expect(unit?.latest.eh).toBe(500);
  });
});

describe("adoption", () => {
  test("adopts units nobody registered under their gateway, from the gateway's own start in the plant", async () => {
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

  test("gives a unit that a person added its place and parent from the birth that names it", async () => {
    const gateway = await createGateway(engines.db);
    const added = await createDevice(engines.db, { type: "OPT", plantId: gateway.plant?.id });
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, [added.sn]));
    expect(await findUnit(added.sn)).toMatchObject({ label: "A1", parentId: gateway.id, adoptedAt: null });
    await client.end();
  });

  test("sets units of another plant aside with a security alarm and takes the others", async () => {
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
    const aside = await readRow(sql<{ reason: string }>`
      select reason from reports_set_aside where gateway_id = ${gateway.id}`);
    expect(aside?.reason).toBe("other-plant");
    const alarm = await readRow(sql<{ new: { serialNumbers: string[] } }>`
      select new from audit where kind = 'security' and type = 'device.other-plant' and object_id = ${gateway.id}`);
    expect(alarm?.new.serialNumbers.toSorted()).toEqual([stolen.sn, owner.sn].toSorted());
    await client.end();
  });
});

describe("a gateway that invents", () => {
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

  test("brings at most 1,000 units into its plant, and is told of in the security log", async () => {
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
  }, 30_000);

  test("opens at most 64 alarms of a device, the other codes are set aside", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const t = Date.now() - 10_000;
    const codes = Array.from({ length: 70 }, (_, at) => 1000 + at);
    const send = (s: number, kind: string, of: number[]) =>
      client.send("upEvent", { v: 1, rev: 1, s, t: t + s, e: of.map((code) => [1, kind, code]) });
    await send(1, "raised", codes);
    await send(2, "raised", [1000]);
    const open = await readRow(sql<{ total: number; count: number }>`
      select count(*)::int as total, max(count)::int as count from alarms where plant_id = ${gateway.plant?.id}`);
    expect(open).toEqual({ total: 64, count: 2 });
    const aside = await readRow(sql<{ reason: string; unitCount: number }>`
      select reason, unit_count as "unitCount" from reports_set_aside where gateway_id = ${gateway.id}`);
    expect(aside).toEqual({ reason: "too-many-alarms", unitCount: 6 });
    const all = Array.from({ length: 300 }, (_, at) => 2000 + at);
    await send(3, "gone", all);
    const ends = await readRow(sql<{ total: number }>`
      select count(*)::int as total from condition_ends e join device_links l on l.device_id = e.device_id
      where l.plant_id = ${gateway.plant?.id}`);
    expect(ends?.total).toBe(256);
    await client.end();
  });
});

describe("events", () => {
  const countAlarms = (gateway: TestGateway) => {
    const { ownerId = "", companyId = "" } = gateway.plant ?? {};
    const scope = accountScope({
      accountId: ownerId,
      companyId,
      sessionId: ownerId,
      isSuper: false,
      isPlatform: false,
      permissionIds: new Set(),
      reach: "company",
    });
    return createAlarmService({ db: engines.db, bus: link.bus }).countUnresolved(scope);
  };
  const findAlarm = (gateway: TestGateway) =>
    readRow(sql<{ count: number; severity: string; goneAt: Date | null; status: string; faultCode: string }>`
      select count, severity, gone_at as "goneAt", status, fault_code as "faultCode" from alarms
      where plant_id = ${gateway.plant?.id}`);

  test("opens an alarm, counts its repeats once each and marks it gone without resolving it", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const t = Date.now() - 10_000;
    const send = (s: number, entry: unknown[], topic: "upEvent" | "upHistory" = "upEvent") =>
      client.send(topic, { v: 1, rev: 1, s, t: t + s * 1000, e: [entry] });
    await send(1, [1, "raised", 15]);
    await send(2, [1, "raised", 15]);
    await send(2, [1, "raised", 15], "upHistory");
    expect(await findAlarm(gateway)).toMatchObject({
      count: 2,
      severity: "fault",
      goneAt: null,
      faultCode: "15",
    });
    await send(3, [1, "gone", 15]);
    expect(await findAlarm(gateway)).toMatchObject({
      count: 2,
      status: "unresolved",
      goneAt: new Date(t + 3000),
    });
    await send(4, [1, "raised", 15]);
    expect(await findAlarm(gateway)).toMatchObject({ count: 3, goneAt: null });
    expect(await countAlarms(gateway)).toBe(1);
    await client.end();
  });

  test("knows that a condition is over when its end arrives before its beginning", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const t = Date.now() - 10_000;
    const send = (s: number, kind: string) =>
      client.send("upHistory", { v: 1, rev: 1, s, t: t + s * 1000, e: [[1, kind, 7]] });
    await send(4, "gone");
    await send(3, "raised");
    expect(await findAlarm(gateway)).toMatchObject({ count: 1, goneAt: new Date(t + 4000) });
    await send(2, "gone");
    await send(1, "raised");
    expect(await findAlarm(gateway)).toMatchObject({ count: 2, goneAt: new Date(t + 4000) });
    await send(5, "raised");
    expect(await findAlarm(gateway)).toMatchObject({ count: 3, goneAt: null });
    await client.end();
  });

  test("does not raise the disconnect of a unit that was opened by command", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    await link.commands.send(systemScope(), {
      plantId: gateway.plant?.id ?? "",
      gatewayId: gateway.id,
      op: "open",
      targets: [1],
      args: {},
      deadlineAt: null,
      address: "",
    });
    await client.next("downCommand");
    const e = [
      [1, "raised", 3],
      [2, "raised", 3],
    ];
    await client.send("upEvent", { v: 1, rev: 1, s: 1, t: Date.now(), e });
    const { rows } = await sql`select from alarms where plant_id = ${gateway.plant?.id}`.execute(engines.db);
    expect(rows).toHaveLength(1);
    await client.end();
  });

  test("shows a unit that went down until its next sample", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const birth = createBirth(gateway.sn, 1);
    const sn = String(birth.units[0]?.[1]);
    await client.send("upBirth", birth);
    const t = Date.now();
    await client.send("upEvent", { v: 1, rev: 1, s: 1, t, e: [[1, "down"]] });
    expect((await findUnit(sn))?.isDown).toBe(true);
    await client.send("upData", createData({ s: 2, t: t + 1, units: [1] }));
    await until(
      () => findUnit(sn),
      (unit) => unit?.isDown === false,
    );
    await client.end();
  });
});

describe("commands", () => {
  const restart = (gateway: TestGateway) => ({
    plantId: gateway.plant?.id ?? "",
    gatewayId: gateway.id,
    op: "restart" as const,
    targets: "all" as const,
    args: {},
    deadlineAt: new Date(Date.now() + 60_000),
    address: "198.51.100.7",
  });
  const isOnline = async (gateway: TestGateway) =>
    (
      await readRow(
        sql<{ is: boolean }>`select is_online as is from gateways where device_id = ${gateway.id}`,
      )
    )?.is;

  test("hands a command over once, with a rising number, and keeps what the gateway answers", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const tool = await connectGateway(link, gateway, { tag: "tool" });
    await until(
      () => isOnline(gateway),
      (is) => is === true,
    );
    const first = await link.commands.send(systemScope(), restart(gateway));
    const second = await link.commands.send(systemScope(), restart(gateway));
    const received = [await client.next("downCommand"), await client.next("downCommand")];
    expect(received.map(({ id, seq }) => [id, seq])).toEqual([
      [first.id, 1],
      [second.id, 2],
    ]);
    expect(received[0]).toMatchObject({ op: "restart", to: "all", deadline: first.deadlineAt?.getTime() });
    const find = () => link.commands.find(systemScope(), first.id);
    expect(await find()).toMatchObject({ state: "delivered", deliveries: 1 });
    await client.send("upAnswer", { id: first.id, state: "running", code: 0, percent: 40 });
    await client.send("upAnswer", { id: first.id, state: "accepted", code: 0 });
    expect(await find()).toMatchObject({ state: "running", percent: 40 });
    await client.send("upAnswer", {
      id: first.id,
      state: "failed",
      code: "E_TIMEOUT",
      results: [[1, "E_TIMEOUT"]],
    });
    await client.send("upAnswer", { id: first.id, state: "done", code: 0 });
    expect(await find()).toMatchObject({ state: "failed", code: "E_TIMEOUT", results: [[1, "E_TIMEOUT"]] });
    await client.end();
    const back = await connectGateway(link, gateway);
    const third = await link.commands.send(systemScope(), {
      ...restart(gateway),
      op: "open",
      deadlineAt: null,
    });
    expect((await back.next("downCommand")).id).toBe(third.id);
    await back.end();
    await tool.end();
  });

  test("keeps a command for a gateway that is away until its deadline, refuses what only means something now", async () => {
    const gateway = await createGateway(engines.db);
    await expect(link.commands.send(systemScope(), restart(gateway))).rejects.toMatchObject({
      code: "B0210",
    });
    const kept = { ...restart(gateway), op: "switch.get" as const };
    const late = await link.commands.send(systemScope(), { ...kept, deadlineAt: new Date(Date.now() - 1) });
    const valid = await link.commands.send(systemScope(), kept);
    const client = await connectGateway(link, gateway);
    expect((await client.next("downCommand")).id).toBe(valid.id);
    await link.commands.markExpired();
    expect(await link.commands.find(systemScope(), late.id)).toMatchObject({
      state: "expired",
      deliveries: 0,
    });
    await client.end();
  });

  test("takes no answer from another gateway and no command for a gateway of another plant", async () => {
    const gateway = await createGateway(engines.db);
    const stranger = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const other = await connectGateway(link, stranger);
    await until(
      () => isOnline(gateway),
      (is) => is === true,
    );
    const command = await link.commands.send(systemScope(), restart(gateway));
    await other.send("upAnswer", { id: command.id, state: "done", code: 0 });
    expect((await link.commands.find(systemScope(), command.id))?.finishedAt).toBeNull();
    const wrong = { ...restart(gateway), plantId: stranger.plant?.id ?? "" };
    await expect(link.commands.send(systemScope(), wrong)).rejects.toMatchObject({ code: "A0404" });
    await client.end();
    await other.end();
  });
});
