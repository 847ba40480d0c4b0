import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createSession } from "../../../../../test/fixtures.ts";
import type { TestClient } from "../../../../../test/link.ts";
import {
  connectGateway,
  createBirth,
  createGateway,
  startTestLink,
  until,
} from "../../../../../test/link.ts";
import { openTestStage } from "../../../../../test/stage.ts";

const { engines, server } = await openTestStage({ isOwnDatabase: true });
const link = await startTestLink({ ...engines, bus: server.bus, clock: server.clock });
afterAll(() => link.stop());
const { db } = engines;

const values = { heartbeat: 3, otaInterval: 300, repeatAlarm: 15, mosTimeout: 10, alarmPolling: 30 };

/** A plant with an MCON (unit 1) and an optimizer (unit 2) behind an online gateway, and its owner. */
async function openPlant() {
  const gateway = await createGateway(db);
  const client = await connectGateway(link, gateway);
  const birth = createBirth(gateway.sn, [`MC-${gateway.sn}`, `OP-${gateway.sn}`]);
  const [mcon, optimizer] = birth.units;
  const units = [[mcon?.[0], mcon?.[1], "MCON", "MC-200", "1.2", "2.4", {}], optimizer];
  await client.send("upBirth", { ...birth, t: server.clock.now(), units });
  const isOnline = async () => {
    const { rows } = await sql<{ is: boolean }>`
      select is_online as is from gateways where device_id = ${gateway.id}`.execute(db);
    return rows[0]?.is;
  };
  await until(isOnline, (is) => is === true);
  const idOf = async (sn: string) => {
    const { rows } = await sql<{ id: string }>`select id from devices where sn = ${sn}`.execute(db);
    return rows[0]?.id ?? "";
  };
  const { authorization } = await createSession(db, { accountId: gateway.plant?.ownerId ?? "" });
  const deviceId = await idOf(`MC-${gateway.sn}`);
  const post = async (name: "Acquire" | "Set", body: object) =>
    (await server.call("POST", `/workData/device/parameters${name}`, { authorization, body })).envelope;
  const read = async () =>
    (await server.call("GET", "/workData/device/parameters", { authorization, query: { deviceId } })).envelope
      .data;
  return { gateway, client, deviceId, optimizerId: await idOf(`OP-${gateway.sn}`), post, read };
}

const reply = (client: TestClient, id: string, rest: object) =>
  client.send("upAnswer", { id, code: 0, ...rest });
type Row = { name: string; reported: unknown; requested: unknown };
const rowOf = (data: { rows: Row[] }, name: string) => data.rows.find((row) => row.name === name);

test("sets one MCON: requested is shown beside reported, and nothing is confirmed before the device has replied", async () => {
  const { client, deviceId, post, read } = await openPlant();
  await client.send("upParam", {
    v: 1,
    t: server.clock.now(),
    p: [
      [1, "heartbeat", 2],
      [1, "unknown", 7],
    ],
  });
  expect((await read()).rows).toMatchObject([{ name: "heartbeat", reported: 2, requested: null }]);
  const { data } = await post("Set", { deviceId, values });
  const command = await client.next("downCommand");
  expect(command).toMatchObject({
    id: data.commandId,
    op: "param.set",
    to: [1],
    args: { values },
    deadline: server.clock.now() + 30_000,
  });
  await reply(client, command.id, { state: "accepted" });
  const before = await read();
  expect(rowOf(before, "heartbeat")).toMatchObject({ reported: 2, requested: 3 });
  expect(before.command).toMatchObject({ op: "param.set", state: "accepted", isConfirmed: false });
  await reply(client, command.id, { state: "done", results: [[1, 0, values]] });
  const after = await read();
  expect(rowOf(after, "heartbeat")).toMatchObject({ reported: 3, requested: 3 });
  expect(after.command).toMatchObject({ state: "done", isConfirmed: true });
  const { rows } = await sql<{ original: unknown; new: { args: unknown } }>`
    select original, new from audit where type = 'command.param.set' and object_id = ${deviceId}`.execute(db);
  expect(rows).toMatchObject([
    { original: { args: { values: { heartbeat: 2 } } }, new: { args: { values } } },
  ]);
  await client.end();
});

test("a lost reply is not confirmed, is sent once, and reading back tells", async () => {
  const { client, deviceId, post, read } = await openPlant();
  await post("Set", { deviceId, values });
  await client.next("downCommand");
  server.clock.advance(41_000);
  await server.services.commands.markExpired();
  expect((await read()).command).toMatchObject({ state: "unconfirmed", isConfirmed: false });
  await post("Acquire", { deviceId });
  const acquire = await client.next("downCommand");
  expect(acquire).toMatchObject({ op: "param.get", to: [1] });
  await reply(client, acquire.id, { state: "done", results: [[1, 0, { ...values, relay: true }]] });
  const data = await read();
  expect(data.command).toMatchObject({ op: "param.get", isConfirmed: true });
  expect([rowOf(data, "heartbeat")?.reported, rowOf(data, "relay")?.reported]).toEqual([3, true]);
  await client.end();
});

test("refuses values out of range, other types of devices and offline gateways, each in its own words", async () => {
  const { client, deviceId, optimizerId, post, read } = await openPlant();
  const setWith = async (changed: object) => {
    const { code, data } = await post("Set", { deviceId, values: { ...values, ...changed } });
    return [code, data?.fields?.[0]?.path];
  };
  expect(await setWith({ heartbeat: 6 })).toEqual(["A0400", "values.heartbeat"]);
  expect(await setWith({ alarmPolling: 0 })).toEqual(["A0400", "values.alarmPolling"]);
  expect(await setWith({ mosTimeout: 8 })).toEqual(["A0400", "values.mosTimeout"]);
  expect(await post("Set", { deviceId: optimizerId, values })).toMatchObject({
    code: "A0720",
    msg: "Only MCONs have these parameters.",
  });
  await post("Set", { deviceId, values });
  const command = await client.next("downCommand");
  await reply(client, command.id, { state: "failed", code: "E_LOCKED", results: [[1, "E_LOCKED"]] });
  expect((await read()).command).toMatchObject({ state: "failed", code: "E_LOCKED", isConfirmed: false });
  await client.end();
  await until(
    async () => (await read()).isOnline,
    (is) => !is,
  );
  expect(await post("Set", { deviceId, values })).toMatchObject({ code: "B0210" });
});

test("reported values of another plant's devices and older ones change nothing", async () => {
  const [one, other] = [await openPlant(), await openPlant()];
  const now = server.clock.now();
  await one.client.send("upParam", { v: 1, t: now, p: [[1, "heartbeat", 4]] });
  await one.client.send("upParam", { v: 1, t: now - 1_000, p: [[1, "heartbeat", 1]] });
  expect(rowOf(await one.read(), "heartbeat")?.reported).toBe(4);
  expect((await other.read()).rows).toEqual([]);
  await one.client.end();
  await other.client.end();
});
