import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createSession } from "../../../../../test/fixtures.ts";
import type { TestClient } from "../../../../../test/link.ts";
import {
  connectGateway,
  createBirth,
  createData,
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

/** A plant with an MCON (unit 1), an optimizer (unit 2) and another MCON (unit 3) behind an online gateway, and its owner. */
async function openPlant() {
  const gateway = await createGateway(db);
  const client = await connectGateway(link, gateway);
  const birth = createBirth(gateway.sn, [`MC-${gateway.sn}`, `OP-${gateway.sn}`, `MD-${gateway.sn}`]);
  const units = birth.units.map((unit) =>
    unit[1].startsWith("OP-") ? unit : [unit[0], unit[1], "MCON", "MC-200", "1.2", "2.4", {}],
  );
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
  const post = async (name: "Acquire" | "Set" | "Copy", body: object) =>
    (await server.call("POST", `/workData/device/parameters${name}`, { authorization, body })).envelope;
  const read = async (id = deviceId) =>
    (await server.call("GET", "/workData/device/parameters", { authorization, query: { deviceId: id } }))
      .envelope.data;
  const [optimizerId, otherId] = [await idOf(`OP-${gateway.sn}`), await idOf(`MD-${gateway.sn}`)];
  return { gateway, client, authorization, deviceId, optimizerId, otherId, post, read };
}

const reply = (client: TestClient, id: string, rest: object) =>
  client.send("upAnswer", { id, code: 0, ...rest });
type Row = { name: string; reported: unknown; requested: unknown };
const rowOf = (data: { rows: Row[] }, name: string) => data.rows.find((row) => row.name === name);

test("sets one MCON: requested is shown beside reported, and nothing is confirmed before the device has replied [R3.15, R5.10]", async () => {
  const { client, deviceId, post, read } = await openPlant();
  await client.send("upParam", {
    v: 1,
    t: server.clock.now(),
    p: [
      [1, "heartbeat", 2],
      [1, "unknown", 7],
    ],
  });
  const shown = (await read()).rows.map((row: Row) => [row.name, row.reported]);
  expect(shown).toEqual([
    ["heartbeat", 2],
    ["otaInterval", null],
    ["repeatAlarm", null],
    ["mosTimeout", null],
    ["alarmPolling", null],
    ["relay", null],
  ]);
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

test("the device log has what the gateway and its units reported and how the command ended [R3.14]", async () => {
  const { gateway, client, deviceId, post } = await openPlant();
  await client.send("upParam", { v: 1, t: server.clock.now(), p: [[1, "heartbeat", 2]] });
  // The same value again is nothing new.
  await client.send("upParam", { v: 1, t: server.clock.now() + 1, p: [[1, "heartbeat", 2]] });
  await post("Set", { deviceId, values });
  const { id } = await client.next("downCommand");
  await reply(client, id, { state: "failed", code: "E_LOCKED" });
  await client.end();
  const plantId = gateway.plant?.id;
  const log = async () => {
    const { rows } = await sql<{ type: string; object_id: string; original: unknown; new: unknown }>`
      select type, object_id, original, new from audit where kind = 'device' and plant_id = ${plantId} order by at`.execute(
      db,
    );
    return rows;
  };
  const rows = await until(log, (found) => found.at(-1)?.type === "device.disconnect");
  const of = (wanted: string) => rows.filter(({ type }) => type === wanted);
  expect(of("device.connect")).toMatchObject([
    { object_id: gateway.id, original: { isOnline: false }, new: { isOnline: true } },
  ]);
  expect(of("device.disconnect")).toHaveLength(1);
  expect(of("device.parameter")).toEqual([
    { type: "device.parameter", object_id: deviceId, original: null, new: { heartbeat: 2 } },
  ]);
  expect(of("device.command")).toMatchObject([
    {
      object_id: gateway.id,
      original: { state: "delivered" },
      new: { state: "failed", op: "param.set", code: "E_LOCKED", commandId: id },
    },
  ]);
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
    msg: "This device has no parameters.",
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
  expect((await other.read()).rows.filter((row: Row) => row.reported !== null)).toEqual([]);
  await one.client.end();
  await other.client.end();
});

test("copies what the source reported to other MCONs of its gateway, each with its own result and original values", async () => {
  const { client, deviceId, otherId, post, read } = await openPlant();
  expect(await post("Copy", { deviceId, toDeviceIds: [otherId] })).toMatchObject({
    code: "A0440",
    msg: "Read the parameters of this MCON from the device first. Only reported values are copied.",
  });
  const report = (unit: number, reported: object) =>
    Object.entries(reported).map(([name, value]) => [unit, name, value]);
  const before = { ...values, heartbeat: 2 };
  await client.send("upParam", {
    v: 1,
    t: server.clock.now(),
    p: [...report(1, values), ...report(3, before)] as [number, string, number][],
  });
  const { data } = await post("Copy", { deviceId, toDeviceIds: [otherId] });
  const command = await client.next("downCommand");
  expect(command).toMatchObject({
    id: data.commandId,
    op: "param.copy",
    to: [3],
    args: { from: 1, names: Object.keys(values) },
    deadline: server.clock.now() + 30_000,
  });
  expect(rowOf(await read(otherId), "heartbeat")).toMatchObject({ reported: 2, requested: 3 });
  await reply(client, command.id, { state: "done", results: [[3, 0, values]] });
  const after = await read(otherId);
  expect(rowOf(after, "heartbeat")).toMatchObject({ reported: 3, requested: 3 });
  expect(after.command).toMatchObject({ op: "param.copy", state: "done", isConfirmed: true });
  const { rows } = await sql<{ original: unknown }>`
    select original from audit where type = 'command.param.copy' and object_id = ${deviceId}`.execute(db);
  expect(rows).toEqual([{ original: { devices: [{ deviceId: otherId, values: before }] } }]);
  await client.end();
});

test("refuses to copy to itself, another type, another gateway, nothing and more than 10 [R5.11, R5.12]", async () => {
  const [one, other] = [await openPlant(), await openPlant()];
  const { deviceId, optimizerId, otherId, post } = one;
  const reported = Object.entries(values).map(([name, value]): [number, string, number] => [1, name, value]);
  await one.client.send("upParam", { v: 1, t: server.clock.now(), p: reported });
  const copyTo = async (...toDeviceIds: string[]) => {
    const { code, data } = await post("Copy", { deviceId, toDeviceIds });
    return [code, data?.fields?.[0]?.path, data?.fields?.[0]?.message];
  };
  const sentence = "Parameters can be copied only to other MCONs of the same model behind the same gateway.";
  for (const id of [deviceId, optimizerId, other.deviceId])
    expect(await copyTo(otherId, id)).toEqual(["A0400", "toDeviceIds.1", sentence]);
  expect(await copyTo()).toEqual(["A0400", "toDeviceIds", "Select at least one MCON to copy to."]);
  const many = Array.from({ length: 11 }, () => crypto.randomUUID());
  expect(await copyTo(...many)).toEqual([
    "A0400",
    "toDeviceIds",
    "Parameters can be copied to at most 10 MCONs.",
  ]);
  for (const [name, asked] of [
    ["Set", "Select the MCON to set."],
    ["Copy", "Select the MCON to copy from."],
    ["Acquire", "Select the MCON to acquire parameters from."],
  ] as const) {
    const { data } = await post(name, { values, toDeviceIds: [otherId], deviceId: "" });
    expect(data.fields.find(({ path }: { path: string }) => path === "deviceId").message).toBe(asked);
  }
  await one.client.end();
  await other.client.end();
});

test("sets the report interval and the time source of a gateway as parameters of unit 0", async () => {
  const { gateway, client, post, read } = await openPlant();
  expect(await post("Set", { deviceId: gateway.id, values: { reportInterval: 4 } })).toMatchObject({
    code: "A0400",
    data: { fields: [{ path: "values.reportInterval", message: "Must be 5 or more." }] },
  });
  expect(await post("Set", { deviceId: gateway.id, values: { timeSource: "sundial" } })).toMatchObject({
    code: "A0400",
  });
  const wanted = { reportInterval: 120, timeSource: "cloud" };
  await post("Set", { deviceId: gateway.id, values: wanted });
  const command = await client.next("downCommand");
  expect(command).toMatchObject({ op: "param.set", to: [0], args: { values: wanted } });
  await reply(client, command.id, { state: "done", results: [[0, 0, wanted]] });
  const data = await read(gateway.id);
  expect([rowOf(data, "reportInterval")?.reported, rowOf(data, "timeSource")?.reported]).toEqual([
    120,
    "cloud",
  ]);
  await client.end();
});

test("a plant that is shut down refuses new parameters and a restart; reading them goes on", async () => {
  const { gateway, client, deviceId, otherId, authorization, post } = await openPlant();
  const send = async (path: string, body: object) =>
    (await server.call("POST", path, { authorization, body })).envelope;
  const stop = { stationId: gateway.plant?.id, idempotencyKey: crypto.randomUUID() };
  expect(await send("/workData/powerStation/urgentStop", stop)).toMatchObject({ code: "0" });
  const refused = {
    code: "A0440",
    msg: "The plant or device is shut down. Reset or close it first.",
  };
  expect(await post("Set", { deviceId, values })).toMatchObject(refused);
  expect(await send("/workData/device/command", { deviceId: gateway.id, op: "restart" })).toMatchObject(
    refused,
  );
  expect(await post("Acquire", { deviceId: otherId })).toMatchObject({ code: "0" });
  await client.end();
});

test("an MCON that was opened alone refuses new parameters, and its gateway a restart; others go on", async () => {
  const { gateway, client, deviceId, otherId, post } = await openPlant();
  const { authorization } = await createSession(db, {
    accountId: gateway.plant?.ownerId ?? "",
    steppedUpAt: new Date(server.clock.now()),
  });
  const send = async (path: string, body: object) =>
    (await server.call("POST", path, { authorization, body })).envelope;
  await client.send("upParam", {
    v: 1,
    t: server.clock.now(),
    p: Object.entries(values).map(([name, value]) => [3, name, value] as [number, string, number]),
  });
  // Only a unit that is known to be online is opened.
  await client.send("upData", createData({ s: 100, t: server.clock.now(), units: [1, 2, 3] }));
  await until(
    async () => {
      const { rows } = await sql`
        select from device_latest where device_id = ${deviceId} and last_sample_at is not null`.execute(db);
      return rows.length;
    },
    (count) => count === 1,
  );
  const open = { deviceId, idempotencyKey: crypto.randomUUID() };
  expect(await send("/workData/device/open", open)).toMatchObject({ code: "0" });
  const refused = {
    code: "A0440",
    msg: "The plant or device is shut down. Reset or close it first.",
  };
  const restart = { deviceId: gateway.id, op: "restart" };
  expect(await post("Set", { deviceId, values })).toMatchObject(refused);
  expect(await post("Copy", { deviceId: otherId, toDeviceIds: [deviceId] })).toMatchObject(refused);
  expect(await send("/workData/device/command", restart)).toMatchObject(refused);
  const ofGateway = { deviceId: gateway.id, values: { reportInterval: 120 } };
  expect(await post("Set", ofGateway)).toMatchObject(refused);
  expect(await post("Set", { deviceId: otherId, values })).toMatchObject({ code: "0" });
  const release = { deviceId, reason: "Inspected" };
  expect(await send("/workData/device/release", release)).toMatchObject({ code: "0" });
  expect(await post("Set", { deviceId, values })).toMatchObject({ code: "0" });
  expect(await send("/workData/device/command", restart)).toMatchObject({ code: "0" });
  await client.end();
});
