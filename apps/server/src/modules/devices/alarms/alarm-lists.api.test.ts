import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alarmMinute, createAlarmOwner, insertAlarm } from "../../../../test/alarms.ts";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import {
  createAccount,
  createDevice,
  createGrant,
  createPlant,
  createSession,
} from "../../../../test/fixtures.ts";

let engines: TestEngines;
let app: TestApp;

beforeAll(async () => {
  engines = await openTestEngines();
  app = await createTestApp(engines);
});
afterAll(async () => {
  await app.close();
  await engines.close();
});

const at = alarmMinute;
const createOwner = () => createAlarmOwner(engines.db, app);

test("lists an alarm with time, code, source, description, status, type, occurrence and count, its plant, device and place [R3.13]", async () => {
  const one = await createOwner();
  const alarmId = await one.add("7", { minute: 5, assigneeId: one.owner.id });
  const { rows, total } = (await one.get("/alarm/list")).data;
  expect(total).toBe(1);
  expect(rows).toEqual([
    {
      alarmId,
      kind: "device",
      faultCode: "7",
      source: "OPT",
      description: "overTemperature",
      severity: "warning",
      status: "unresolved",
      count: 1,
      firstAt: at(5),
      lastAt: at(5),
      goneAt: null,
      acknowledgedAt: null,
      acknowledgedByName: null,
      assigneeId: one.owner.id,
      assigneeName: one.owner.userName,
      resolvedAt: null,
      resolvedByName: null,
      resolution: null,
      resolutionReason: "",
      stationId: one.plant.id,
      stationName: one.plant.name,
      timeZone: "UTC",
      deviceId: one.device.id,
      sn: one.device.sn,
      alias: "",
      deviceType: "OPT",
      slotLabel: "C15-4",
      parentAlarmId: null,
      groupedCount: 0,
      mayOperate: true,
    },
  ]);
});

test("filters and sorts on the server, and pages", async () => {
  const one = await createOwner();
  await one.add("1", { minute: 1, severity: "fault" });
  await one.add("13", { minute: 3, goneMinute: 4 });
  await one.add("H305", { minute: 2, kind: "threshold", severity: "alarm" });
  await one.add("7", { minute: 4, status: "resolved" });
  await one.add("20", { minute: 0, deviceId: one.gateway.id, assigneeId: one.owner.id });
  expect(await one.listCodes({})).toEqual(["7", "13", "H305", "1", "20"]);
  expect(await one.listCodes({ status: "unresolved", sort: "severity" })).toEqual(["1", "H305", "13", "20"]);
  expect(await one.listCodes({ sort: "faultCode", order: "asc" })).toEqual(["1", "7", "13", "20", "H305"]);
  expect(await one.listCodes({ sort: "goneAt", pageSize: 1 })).toEqual(["13"]);
  expect(await one.listCodes({ page: 2, pageSize: 2 })).toEqual(["H305", "1"]);
  expect(await one.listCodes({ page: 9 })).toEqual([]);
  expect(await one.listCodes({ kind: "threshold" })).toEqual(["H305"]);
  expect(await one.listCodes({ severity: "fault" })).toEqual(["1"]);
  expect(await one.listCodes({ deviceId: one.gateway.id })).toEqual(["20"]);
  expect(await one.listCodes({ faultCode: "1" })).toEqual(["1"]);
  expect(await one.listCodes({ condition: "present" })).toEqual(["H305", "1", "20"]);
  expect(await one.listCodes({ condition: "gone" })).toEqual(["13"]);
  expect(await one.listCodes({ assignedToMe: true })).toEqual(["20"]);
  expect(await one.listCodes({ fromAt: at(1), toAt: at(3) })).toEqual(["H305", "1"]);
  expect(await one.listCodes({ search: "h305" })).toEqual(["H305"]);
  expect(await one.listCodes({ search: "c15-4", status: "resolved" })).toEqual(["7"]);
  expect(await one.listCodes({ search: one.gateway.sn.slice(3) })).toEqual(["20"]);
  expect(await one.listCodes({ search: one.plant.name })).toHaveLength(5);
  expect(await one.listCodes({ search: "%" })).toEqual([]);
  for (const sort of ["firstAt", "count", "status", "stationName", "sn", "acknowledgedAt"])
    expect(await one.listCodes({ sort })).toHaveLength(5);
});

test("counts unresolved alarms by kind and severity, and those of one plant", async () => {
  const one = await createOwner();
  const other = await createPlant(engines.db, { ownerId: one.owner.id });
  await one.add("1", { severity: "fault" });
  await one.add("2", { severity: "fault" });
  await one.add("3", { status: "resolved" });
  await insertAlarm(engines.db, {
    plantId: other.id,
    deviceId: one.gateway.id,
    faultCode: "H305",
    kind: "threshold",
    severity: "alarm",
  });
  const faults = { kind: "device", severity: "fault", total: 2, unacknowledged: 2 };
  const limits = { kind: "threshold", severity: "alarm", total: 1, unacknowledged: 1 };
  const { rows } = (await one.get("/alarm/counts")).data;
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(expect.arrayContaining([faults, limits]));
  expect((await one.get("/alarm/counts", { stationId: other.id })).data.rows).toEqual([limits]);
  expect((await one.get("/index/warningCount")).data).toBe(3);
});

test("groups the alarms of children under their parent's, except for a device, a search or the parent", async () => {
  const one = await createOwner();
  const parentAlarmId = await one.add("H101", { deviceId: one.gateway.id });
  await one.add("H102", { parentAlarmId });
  const { rows } = (await one.get("/alarm/list")).data;
  expect(rows).toMatchObject([{ faultCode: "H101", groupedCount: 1 }]);
  expect((await one.get("/index/warningCount")).data).toBe(1);
  expect(await one.listCodes({ parentAlarmId })).toEqual(["H102"]);
  expect(await one.listCodes({ deviceId: one.device.id })).toEqual(["H102"]);
  expect(await one.listCodes({ search: "H102" })).toEqual(["H102"]);
});

test("shows participants the alarms only if the plant's settings do", async () => {
  const one = await createOwner();
  const alarmId = await one.add("7", { assigneeId: one.owner.id });
  const guest = await createAccount(engines.db);
  await createGrant(engines.db, {
    plantId: one.plant.id,
    accountId: guest.id,
    level: "participant",
    invitedBy: one.owner.id,
  });
  const { authorization } = await createSession(engines.db, { accountId: guest.id });
  const show = (parts: readonly string[]) =>
    sql`update plants set settings = ${JSON.stringify({ participantSees: parts })}::jsonb where id = ${one.plant.id}`.execute(
      engines.db,
    );
  await show(["alarms"]);
  const { rows } = (await one.get("/alarm/list", {}, authorization)).data;
  expect(rows).toMatchObject([
    { alarmId, slotLabel: "", mayOperate: false, assigneeName: one.owner.userName },
  ]);
  expect((await one.get("/alarm/detail", { alarmId }, authorization)).code).toBe("0");
  // Measured values belong to the devices.
  expect((await one.get("/alarm/evidence", { alarmId }, authorization)).data).toMatchObject({
    points: [],
    peers: [],
  });
  await show(["devices"]);
  expect((await one.get("/alarm/list", {}, authorization)).data.rows).toEqual([]);
  expect((await one.get("/alarm/counts", {}, authorization)).data.rows).toEqual([]);
  expect((await one.get("/alarm/detail", { alarmId }, authorization)).code).toBe("A0300");
});

test("shows what a weak unit loses in a month while it lasts, not where earnings are hidden", async () => {
  const one = await createOwner();
  const alarmId = await one.add("H212");
  const other = await one.add("7");
  await sql`
    insert into unit_analyses (device_id, plant_id, days, best_ratios, lost_wh, finding, since_day, lost_per_month, currency)
    values (${one.device.id}, ${one.plant.id}, '{}', '{}', '{}', 'half', '2026-05-04', 10.96, 'EUR')`.execute(
    engines.db,
  );
  const guest = await createAccount(engines.db);
  await createGrant(engines.db, {
    plantId: one.plant.id,
    accountId: guest.id,
    level: "participant",
    invitedBy: one.owner.id,
  });
  await sql`update plants set settings = '{"participantSees":["alarms"]}' where id = ${one.plant.id}`.execute(
    engines.db,
  );
  const { authorization } = await createSession(engines.db, { accountId: guest.id });
  const lossOf = async (id: string, by?: string) =>
    (await one.get("/alarm/detail", { alarmId: id }, by)).data.lostPerMonth;
  expect(await lossOf(alarmId)).toEqual({ amount: "10.96", currency: "EUR" });
  expect(await lossOf(other)).toBeNull();
  expect(await lossOf(alarmId, authorization)).toBeNull();
  await sql`update alarms set gone_at = now() where id = ${alarmId}`.execute(engines.db);
  expect(await lossOf(alarmId)).toBeNull();
});

test("shows the curve of the device around the alarm beside its peers", async () => {
  const one = await createOwner();
  const peer = await createDevice(engines.db, {
    type: "OPT",
    plantId: one.plant.id,
    parentId: one.gateway.id,
    slotLabel: "C15-5",
  });
  const elsewhere = await createDevice(engines.db, { type: "OPT", plantId: one.plant.id });
  const alarmId = await one.add("7", { minute: 0 });
  const time = Date.parse(at(0));
  const sample = (device: number, pw: number) => ({
    plant: one.plant.key,
    day: new Date(time),
    device,
    at: time,
    slot: 0,
    kind: "OPT",
    gateway: 1,
    seq: 1,
    is_history: 0,
    received_at: time,
    pw,
    vi: 40,
  });
  await engines.clickhouse.insertRows("samples", [
    sample(one.device.key, 0),
    sample(peer.key, 200),
    sample(elsewhere.key, 300),
  ]);
  const { data } = await one.get("/alarm/evidence", { alarmId });
  expect(Date.parse(data.toAt) - Date.parse(data.fromAt)).toBe(86_400_000);
  expect(data.points).toEqual([{ at: at(0), powerW: 0, voltageV: 40, currentA: null, temperatureC: null }]);
  expect(data.peers).toEqual([
    {
      deviceId: peer.id,
      sn: peer.sn,
      slotLabel: "C15-5",
      points: [{ at: at(0), powerW: 200 }],
    },
  ]);
  expect(data.peerCount).toBe(1);
  expect(data.peerMean).toEqual([{ at: at(0), powerW: 200 }]);
});
