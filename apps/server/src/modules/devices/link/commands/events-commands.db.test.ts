import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { TestGateway } from "../../../../../test/link.ts";
import { connectGateway, createBirth, createData, createGateway, until } from "../../../../../test/link.ts";
import { findUnitRow, readFirst } from "../../../../../test/link-rows.ts";
import { openLinkStage } from "../../../../../test/link-stage.ts";
import { accountScope, systemScope } from "../../../base/access/scope.ts";

const { engines, link } = await openLinkStage();

const readRow = <Row>(query: RawBuilder<Row>) => readFirst(engines.db, query);
const findUnit = (sn: string) => findUnitRow(engines.db, sn);

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
      jurisdiction: "company",
    });
    return link.alarms.countUnresolved(scope);
  };
  const findAlarm = (gateway: TestGateway) =>
    readRow(sql<{ count: number; severity: string; goneAt: Date | null; status: string; faultCode: string }>`
      select count, severity, gone_at as "goneAt", status, fault_code as "faultCode" from alarms
      where plant_id = ${gateway.plant?.id}`);

  test("opens an alarm, counts its repeats once each and marks it gone without resolving it", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    // Reports one interval apart.
    const stepMs = 300_000;
    const t = Date.now() - 10 * stepMs;
    const send = (s: number, entry: unknown[], topic: "upEvent" | "upHistory" = "upEvent") =>
      client.send(topic, { v: 1, rev: 1, s, t: t + s * stepMs, e: [entry] });
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
      goneAt: new Date(t + 3 * stepMs),
    });
    await send(4, [1, "raised", 15]);
    expect(await findAlarm(gateway)).toMatchObject({ count: 3, goneAt: null });
    expect(await countAlarms(gateway)).toBe(1);
    await client.end();
  });

  test("resolves a condition whose end arrives before its start", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 2));
    const stepMs = 300_000;
    const t = Date.now() - 10 * stepMs;
    const send = (s: number, kind: string) =>
      client.send("upHistory", { v: 1, rev: 1, s, t: t + s * stepMs, e: [[1, kind, 7]] });
    await send(4, "gone");
    await send(3, "raised");
    expect(await findAlarm(gateway)).toMatchObject({ count: 1, goneAt: new Date(t + 4 * stepMs) });
    await send(2, "gone");
    await send(1, "raised");
    expect(await findAlarm(gateway)).toMatchObject({ count: 2, goneAt: new Date(t + 4 * stepMs) });
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
  const CONTRARY = "device.contrary-reply";
  const restart = (gateway: TestGateway) => ({
    plantId: gateway.plant?.id ?? "",
    gatewayId: gateway.id,
    op: "restart" as const,
    targets: "all" as const,
    args: {},
    deadlineAt: new Date(Date.now() + 60_000),
    address: "198.51.100.7",
  });
  const scan = (gateway: TestGateway) => ({ ...restart(gateway), op: "scan" as const });
  const listRejected = async (gateway: TestGateway) => {
    const { rows } = await sql<{ reason: string; topic: string; body: Buffer }>`
      select reason, topic, body from rejected_reports where gateway_id = ${gateway.id} order by id`.execute(
      engines.db,
    );
    return rows.map(({ reason, topic, body }) => [reason, topic, JSON.parse(body.toString()).id]);
  };
  const countSecurityAlarms = async (gateway: TestGateway, type = "device.wrong-session") =>
    (
      await readRow(sql<{ total: number }>`
        select count(*)::int as total from audit
        where kind = 'security' and type = ${type} and object_id = ${gateway.id}`)
    )?.total;
  const untilSecurityAlarms = (gateway: TestGateway, type: string, wanted = 1) =>
    until(
      () => countSecurityAlarms(gateway, type),
      (total) => total === wanted,
    );
  /** A gateway that has replied to a command. */
  async function openReplied(reply: { state: string; code: 0 | string; results?: unknown }) {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await until(
      () => isOnline(gateway),
      (is) => is === true,
    );
    const { id } = await link.commands.send(systemScope(), restart(gateway));
    await client.next("downCommand");
    await client.send("upAnswer", { id, ...reply });
    const find = () => link.commands.find(systemScope(), id);
    return { gateway, client, id, find, countAlarms: () => countSecurityAlarms(gateway, CONTRARY) };
  }
  const isOnline = async (gateway: TestGateway) =>
    (
      await readRow(
        sql<{ is: boolean }>`select is_online as is from gateways where device_id = ${gateway.id}`,
      )
    )?.is;

  test("delivers a command once, with an increasing sequence number, and stores the gateway's reply", async () => {
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

  test("accepts replies of the untagged session the command was delivered to; rejects all others, those of a tool with a security alarm", async () => {
    const gateway = await createGateway(engines.db);
    const own = await connectGateway(link, gateway);
    const tool = await connectGateway(link, gateway, { tag: "tool" });
    await until(
      () => isOnline(gateway),
      (is) => is === true,
    );
    const command = await link.commands.send(systemScope(), restart(gateway));
    const find = () => link.commands.find(systemScope(), command.id);
    const reply = { id: command.id, state: "done", code: 0 };
    await own.next("downCommand");
    expect(await tool.next("downCommand")).toMatchObject({ id: command.id });
    await tool.send("upAnswer", reply);
    expect(await find()).toMatchObject({ state: "delivered", finishedAt: null });
    await until(
      () => countSecurityAlarms(gateway),
      (total) => total === 1,
    );
    await own.send("upAnswer", { ...reply, id: "of-nobody" });
    await own.send("upAnswer", { ...reply, state: "accepted" });
    await own.end();
    const later = await connectGateway(link, gateway);
    await later.send("upAnswer", reply);
    expect(await find()).toMatchObject({ state: "accepted", deliveries: 1 });
    const topic = `hg/1/${gateway.sn}/up/answer`;
    expect(await listRejected(gateway)).toEqual([
      ["wrong-session", topic, command.id],
      ["wrong-session", topic, "of-nobody"],
      ["wrong-session", topic, command.id],
    ]);
    // A gateway that reconnected is no stranger.
    expect(await countSecurityAlarms(gateway)).toBe(1);
    await later.end();
    await tool.end();
  });

  test("a reply of the same session that contradicts the final one changes nothing and raises a security alarm", async () => {
    const { gateway, client, id, find, countAlarms } = await openReplied({
      state: "failed",
      code: "E_TIMEOUT",
    });
    // The same again, and one that was only slower, are normal.
    await client.send("upAnswer", { id, state: "failed", code: "E_TIMEOUT" });
    await client.send("upAnswer", { id, state: "accepted", code: 0 });
    expect(await countAlarms()).toBe(0);
    await client.send("upAnswer", { id, state: "done", code: 0 });
    await untilSecurityAlarms(gateway, CONTRARY);
    expect(await find()).toMatchObject({ state: "failed", code: "E_TIMEOUT" });
    await client.end();
  });

  test("the final reply again in a later session changes nothing and raises a security alarm, and another one if it contradicts", async () => {
    const results = [[1, 0]];
    const { gateway, client, id, find, countAlarms } = await openReplied({ state: "done", code: 0, results });
    const before = await find();
    await client.end();
    const later = await connectGateway(link, gateway);
    // One that was only slower is no replay.
    await later.send("upAnswer", { id, state: "running", code: 0, percent: 40 });
    expect(await countSecurityAlarms(gateway)).toBe(0);
    await later.send("upAnswer", { id, state: "done", code: 0, results });
    await untilSecurityAlarms(gateway, "device.wrong-session");
    expect(await countAlarms()).toBe(0);
    await later.send("upAnswer", { id, state: "done", code: 0, results: [[1, "E_TIMEOUT"]] });
    await untilSecurityAlarms(gateway, CONTRARY);
    expect(await find()).toEqual(before);
    const topic = `hg/1/${gateway.sn}/up/answer`;
    expect(await listRejected(gateway)).toEqual(Array(3).fill(["wrong-session", topic, id]));
    await later.end();
  });

  test("delivers an open command to the next session under the same id, and accepts the repeated reply", async () => {
    const gateway = await createGateway(engines.db);
    const first = await connectGateway(link, gateway);
    await until(
      () => isOnline(gateway),
      (is) => is === true,
    );
    const command = await link.commands.send(systemScope(), scan(gateway));
    await first.next("downCommand");
    await first.send("upAnswer", { id: command.id, state: "accepted", code: 0 });
    await first.end();
    const second = await connectGateway(link, gateway);
    expect(await second.next("downCommand")).toMatchObject({ id: command.id, op: "scan", seq: 2 });
    const find = () => link.commands.find(systemScope(), command.id);
    expect(await find()).toMatchObject({ state: "accepted", deliveries: 2 });
    await second.send("upAnswer", { id: command.id, state: "done", code: 0 });
    await second.send("upAnswer", { id: command.id, state: "done", code: 0 });
    expect(await find()).toMatchObject({ state: "done" });
    expect(await listRejected(gateway)).toEqual([]);
    await second.end();
  });

  test("does not confirm a command that can no longer receive a reply", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await until(
      () => isOnline(gateway),
      (is) => is === true,
    );
    const never = await link.commands.send(systemScope(), { ...scan(gateway), deadlineAt: null });
    const lost = await link.commands.send(systemScope(), { ...restart(gateway), deadlineAt: null });
    const running = await link.commands.send(systemScope(), { ...scan(gateway), deadlineAt: null });
    for (const { id } of [never, lost, running])
      expect(await client.next("downCommand")).toMatchObject({ id });
    for (const { id } of [lost, running])
      await client.send("upAnswer", { id, state: "running", code: 0, percent: 10 });
    await sql`update commands set delivered_at = now() - interval '11 minutes'
      where gateway_id = ${gateway.id}`.execute(engines.db);
    await link.commands.markExpired();
    const listStates = async () =>
      await Promise.all(
        [never, lost, running].map(async ({ id }) => {
          const row = await link.commands.find(systemScope(), id);
          return [row?.state, row?.code];
        }),
      );
    expect(await listStates()).toEqual([
      ["unconfirmed", null],
      ["unconfirmed", null],
      ["running", null],
    ]);
    await client.end();
  });

  test("keeps a command for an offline gateway until its deadline, and refuses operations that require an online one", async () => {
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

  test("sends a command again that a living session does not answer, unless it must not happen twice", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    await until(
      () => isOnline(gateway),
      (is) => is === true,
    );
    const once = await link.commands.send(systemScope(), restart(gateway));
    const again = await link.commands.send(systemScope(), scan(gateway));
    for (const { id } of [once, again]) expect(await client.next("downCommand")).toMatchObject({ id });
    await sql`update commands set sent_at = now() - interval '6 seconds' where gateway_id = ${gateway.id}`.execute(
      engines.db,
    );
    expect(await client.next("downCommand")).toMatchObject({ id: again.id, seq: 3 });
    await client.send("upAnswer", { id: again.id, state: "done", code: 0 });
    await client.send("upAnswer", { id: once.id, state: "done", code: 0 });
    expect(await link.commands.find(systemScope(), again.id)).toMatchObject({ state: "done", deliveries: 2 });
    expect(await link.commands.find(systemScope(), once.id)).toMatchObject({ state: "done", deliveries: 1 });
    await client.end();
  });

  test("cancels a command for units of an earlier birth", async () => {
    const gateway = await createGateway(engines.db);
    const first = await connectGateway(link, gateway);
    await first.send("upBirth", createBirth(gateway.sn, 2));
    await first.end();
    const command = await link.commands.send(systemScope(), {
      ...restart(gateway),
      op: "switch.get",
      targets: [1],
    });
    const second = await connectGateway(link, gateway, { subscribes: false });
    await second.send("upBirth", createBirth(gateway.sn, 3, 2));
    await link.commands.markExpired();
    expect(await link.commands.find(systemScope(), command.id)).toMatchObject({
      state: "cancelled",
      code: "E_UNITS",
      deliveries: 0,
    });
    await second.end();
  });

  test("refuses a reply from another gateway, with a security alarm about it, and a command for a gateway of another plant", async () => {
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
    await untilSecurityAlarms(stranger, "device.forged-reply");
    const wrong = { ...restart(gateway), plantId: stranger.plant?.id ?? "" };
    await expect(link.commands.send(systemScope(), wrong)).rejects.toMatchObject({ code: "A0404" });
    await client.end();
    await other.end();
  });
});
