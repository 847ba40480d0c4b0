import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { TestClient, TestGateway } from "../../../../../test/link.ts";
import {
  connectGateway,
  createBirth,
  createData,
  createGateway,
  startTestLink,
  until,
} from "../../../../../test/link.ts";
import { openLinkStage } from "../../../../../test/link-stage.ts";
import { createInProcessBus } from "../../../../infra/bus.ts";
import { systemScope } from "../../../base/access/scope.ts";
import { createPlacementService } from "../../placements/placements.service.ts";

// Two processes whose messages to each other are all lost: each has a bus of its own.
const { engines, link } = await openLinkStage();
const other = await startTestLink(engines);
afterAll(() => other.stop());

const waitForClose = ({ mqtt }: TestClient) =>
  new Promise<void>((resolve) => {
    mqtt.once("close", resolve);
  });

const readSwitches = (gateway: TestGateway) => ({
  plantId: gateway.plant?.id ?? "",
  gatewayId: gateway.id,
  op: "switch.get" as const,
  targets: "all" as const,
  args: {},
  deadlineAt: new Date(Date.now() + 600_000),
  address: "198.51.100.7",
});

test("delivers a command of another process whose message was lost", async () => {
  const gateway = await createGateway(engines.db);
  const client = await connectGateway(link, gateway);
  const command = await other.commands.send(systemScope(), readSwitches(gateway));
  expect(await client.next("downCommand")).toMatchObject({ id: command.id });
  await client.end();
});

test("closes sessions of a gateway that signed in elsewhere with a new secret", async () => {
  const gateway = await createGateway(engines.db);
  const clients = [await connectGateway(link, gateway), await connectGateway(link, gateway, { tag: "tool" })];
  const closed = Promise.all(clients.map(waitForClose));
  const secret = randomBytes(32).toString("base64url");
  await sql`update gateways set pending_secret_hash = ${createHash("sha256").update(secret).digest()}
    where device_id = ${gateway.id}`.execute(engines.db);
  const current = await connectGateway(other, { ...gateway, secret });
  const tool = await connectGateway(link, { ...gateway, secret }, { tag: "newer-tool" });
  await closed;
  // Those with the new secret stay.
  await current.send("upBirth", createBirth(gateway.sn, 1));
  await tool.send("upData", createData({ s: 1, t: Date.now(), units: [1] }));
  await current.end();
  await tool.end();
});

test.each(["connected", "offline"])(
  "stores pending reports of a gateway that is %s when another process adds it to a plant",
  async (state) => {
    const gateway = await createGateway(engines.db, { isBound: false });
    const client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 1));
    await client.send("upData", createData({ s: 1, t: Date.now(), units: [1] }));
    if (state === "offline") await client.end();
    const plant = (await createGateway(engines.db)).plant as { id: string; key: number };
    await createPlacementService({ db: engines.db, bus: createInProcessBus() }).change((_trx, links) =>
      links.add({
        deviceId: gateway.id,
        plantId: plant.id,
        fromAt: new Date(Date.now() - 60_000),
        createdBy: undefined,
      }),
    );
    const listSamples = () =>
      engines.clickhouse.query("select seq from samples where plant = {plant:UInt32}", { plant: plant.key });
    await until(listSamples, (rows) => rows.length > 0);
    await until(
      async () =>
        (await sql`select from pending_reports where gateway_id = ${gateway.id}`.execute(engines.db)).rows,
      (rows) => rows.length === 0,
    );
    await client.end();
  },
);

test("a process that stops closes its sessions one after another, and takes no new ones", async () => {
  const leaving = await startTestLink(engines);
  onTestFinished(() => leaving.stop());
  const gateways = await Promise.all([1, 2, 3].map(() => createGateway(engines.db)));
  const clients = await Promise.all(gateways.map((gateway) => connectGateway(leaving, gateway)));
  const open = new Set(clients);
  const closed = clients.map((client) => waitForClose(client).then(() => open.delete(client)));
  const ended = new AbortController();
  const draining = leaving.server.drain(3_600_000, ended.signal);
  await Promise.race(closed);
  expect(open.size).toBeGreaterThan(0);
  await expect(connectGateway(leaving, await createGateway(engines.db))).rejects.toThrow();
  await Promise.all([draining, ...closed]);
  expect(ended.signal.aborted).toBe(false);
});

describe("a gateway that signs in at another process", () => {
  const isOnline = async (gateway: TestGateway) => {
    const { rows } = await sql<{ isOnline: boolean }>`
      select is_online as "isOnline" from gateways where device_id = ${gateway.id}`.execute(engines.db);
    return rows[0]?.isOnline;
  };
  const listSecurity = async (gateway: TestGateway) => {
    const { rows } = await sql<{ type: string }>`
      select type from audit where kind = 'security' and object_id = ${gateway.id}`.execute(engines.db);
    return rows.map(({ type }) => type);
  };

  test("keeps its later session, which alone decides whether it is online", async () => {
    const gateway = await createGateway(engines.db);
    const earlier = await connectGateway(link, gateway);
    await expect.poll(() => isOnline(gateway)).toBe(true);
    const closed = waitForClose(earlier);
    const later = await connectGateway(other, gateway);
    await closed;
    // A state that is written after the end of the earlier session: it is noticed by then.
    const witness = await createGateway(engines.db);
    const client = await connectGateway(link, witness);
    await expect.poll(() => isOnline(witness)).toBe(true);
    expect(await isOnline(gateway)).toBe(true);
    await later.end();
    await expect.poll(() => isOnline(gateway)).toBe(false);
    await client.end();
  });

  test("receives commands there, under numbers that rise over both processes", async () => {
    const gateway = await createGateway(engines.db);
    const earlier = await connectGateway(link, gateway);
    const first = await link.commands.send(systemScope(), readSwitches(gateway));
    const received = [await earlier.next("downCommand")];
    const closed = waitForClose(earlier);
    const later = await connectGateway(other, gateway);
    // The first has no reply yet, so it is delivered again.
    received.push(await later.next("downCommand"));
    await closed;
    const second = await link.commands.send(systemScope(), readSwitches(gateway));
    received.push(await later.next("downCommand"));
    expect(received.map(({ id, seq }) => [id, seq])).toEqual([
      [first.id, 1],
      [first.id, 2],
      [second.id, 3],
    ]);
    await later.send("upAnswer", { id: second.id, state: "done", code: 0 });
    expect(await link.commands.find(systemScope(), second.id)).toMatchObject({ state: "done", seq: 3 });
    await later.end();
  });

  test("an earlier session takes no command, and its replies change nothing", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const command = await link.commands.send(systemScope(), readSwitches(gateway));
    await client.next("downCommand");
    const { rows } = await sql<{ epoch: number }>`
      update gateways set session_epoch = session_epoch + 1 where device_id = ${gateway.id}
      returning session_epoch - 1 as epoch`.execute(engines.db);
    const replaced = { gatewayId: gateway.id, epoch: rows[0]?.epoch ?? 0 };
    await link.commands.send(systemScope(), readSwitches(gateway));
    expect(await link.commands.takeDeliverable([replaced], [])).toEqual([]);
    await client.send("upAnswer", { id: command.id, state: "done", code: 0 });
    expect(await link.commands.find(systemScope(), command.id)).toMatchObject({ state: "delivered" });
    const current = { ...replaced, epoch: replaced.epoch + 1 };
    expect(await link.commands.takeDeliverable([current], [command.id])).toMatchObject([{ seq: 2 }]);
    await client.end();
  });

  test("is checked for two bodies under one number over both processes", async () => {
    const gateway = await createGateway(engines.db);
    const t = Date.now();
    let client = await connectGateway(link, gateway);
    await client.send("upBirth", createBirth(gateway.sn, 1));
    await client.send("upData", createData({ s: 1, t, units: [1] }));
    for (const [at, seq] of [
      [other, 2],
      [link, 2],
    ] as const) {
      const closed = waitForClose(client);
      const next = await connectGateway(at, gateway);
      await closed;
      client = next;
      await client.send("upData", createData({ s: seq, t: t + 1, units: [1], counterWh: at.port }));
    }
    expect(await listSecurity(gateway)).toEqual(["device.sequence-conflict"]);
    await client.end();
  });

  test("that replaces its own session more than five times a minute raises a security alarm", async () => {
    const gateway = await createGateway(engines.db);
    const near = await startTestLink({ ...engines, bus: link.bus });
    onTestFinished(() => near.stop());
    let client = await connectGateway(link, gateway);
    for (const at of [near, link, near, link, near, link]) {
      await expect.poll(() => isOnline(gateway)).toBe(true);
      const closed = waitForClose(client);
      client = await connectGateway(at, gateway);
      await closed;
    }
    await expect.poll(() => listSecurity(gateway)).toEqual(["device.session-fight"]);
    await client.end();
  });
});
