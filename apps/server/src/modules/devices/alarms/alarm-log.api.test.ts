import type { AlarmLogRow } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alarmMinute, createAlarmOwner } from "../../../../test/alarms.ts";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createDevice, createGrant } from "../../../../test/fixtures.ts";
import type { DeviceCondition } from "./alarms.service.ts";

let engines: TestEngines;
let app: TestApp;
const password = "Secret-12345";

beforeAll(async () => {
  engines = await openTestEngines();
  app = await createTestApp(engines);
});
afterAll(async () => {
  await app.close();
  await engines.close();
});

/** An owner who signed in by password, and conditions of the plant's devices. */
async function createOwner() {
  const one = await createAlarmOwner(engines.db, app, { password });
  const body = { account: one.owner.email, password, endpoint: "WEB" };
  const signIn = await app.call("POST", "/token/login", { body });
  const authorization = `Bearer ${signIn.envelope.data.access_token}`;
  const post = (path: string, input: object) => one.post(path, input, authorization);
  const apply = (
    kind: DeviceCondition["kind"],
    faultCode: string,
    minute: number,
    more: Partial<DeviceCondition> = {},
  ) =>
    app.services.alarms.applyDeviceConditions([
      {
        plantId: one.plant.id,
        deviceId: one.device.id,
        kind,
        faultCode,
        severity: "warning",
        source: "OPT",
        description: "overTemperature",
        at: new Date(alarmMinute(minute)),
        intervalMs: 500,
        ...more,
      },
    ]);
  const findAlarm = async (faultCode: string, deviceId = one.device.id): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      select id from alarms where device_id = ${deviceId} and fault_code = ${faultCode}`.execute(engines.db);
    return (rows[0] as { id: string }).id;
  };
  const log = async (query: object = {}): Promise<AlarmLogRow[]> => {
    const { code, data } = await one.get("/alarm/log", { stationId: one.plant.id, ...query });
    expect(code).toBe("0");
    return data.rows;
  };
  const operations = async (query: object = {}) => (await log(query)).map(({ operation }) => operation);
  return { ...one, post, apply, findAlarm, log, operations };
}

const bySystem = { isSystem: true, operatorName: null, signInMethod: null, signedInAt: null } as const;

describe("entries", () => {
  test("lists an alarm raised and its condition ended by the system, with device, code, source and severity, the newest first", async () => {
    const one = await createOwner();
    await one.apply("raised", "7", 0);
    await one.apply("raised", "7", 5);
    await one.apply("gone", "7", 9);
    expect(await one.log()).toEqual([
      {
        entryId: expect.any(String),
        at: alarmMinute(9),
        operation: "gone",
        alarmId: await one.findAlarm("7"),
        kind: "device",
        faultCode: "7",
        severity: "warning",
        stationId: one.plant.id,
        stationName: one.plant.name,
        timeZone: "UTC",
        deviceId: one.device.id,
        deviceType: "OPT",
        sn: one.device.sn,
        alias: "",
        slotLabel: "C15-4",
        original: { of: "state", state: "present" },
        new: { of: "state", state: "ended" },
        text: "",
        ...bySystem,
      },
      expect.objectContaining({
        at: alarmMinute(0),
        operation: "raised",
        original: null,
        new: { of: "severity", severity: "warning" },
        ...bySystem,
      }),
    ]);
  });

  test("lists what users did with original and new value, and how and when they had signed in", async () => {
    const one = await createOwner();
    const guest = await createAccount(engines.db);
    const grant = { plantId: one.plant.id, accountId: guest.id, level: "administrator" } as const;
    await createGrant(engines.db, { ...grant, invitedBy: one.owner.id });
    await one.apply("raised", "7", 0);
    const alarmId = await one.findAlarm("7");
    await one.post("/alarm/acknowledge", { alarmIds: [alarmId] });
    await one.post("/alarm/assign", { alarmId, assigneeId: guest.id });
    await one.post("/alarm/assign", { alarmId, assigneeId: one.owner.id });
    await one.post("/alarm/assign", { alarmId, assigneeId: null });
    await one.post("/alarm/comment", { alarmId, text: "=Ladder" });
    await one.post("/alarm/severity", { alarmId, severity: "fault" });
    await one.post("/alarm/severity", { alarmId, severity: "alarm" });
    await one.post("/alarm/forceClear", { alarmIds: [alarmId], reason: "Sensor broken" });
    const rows = (await one.log()).toReversed();
    expect(
      rows.map(({ operation, severity, original, new: next, text }) => [
        operation,
        severity,
        original,
        next,
        text,
      ]),
    ).toEqual([
      ["raised", "warning", null, { of: "severity", severity: "warning" }, ""],
      ["acknowledged", "warning", null, null, ""],
      ["assigned", "warning", null, { of: "assignee", name: guest.userName }, ""],
      [
        "assigned",
        "warning",
        { of: "assignee", name: guest.userName },
        { of: "assignee", name: one.owner.userName },
        "",
      ],
      ["assigned", "warning", { of: "assignee", name: one.owner.userName }, null, ""],
      ["commented", "warning", null, null, "=Ladder"],
      [
        "severity",
        "fault",
        { of: "severity", severity: "warning" },
        { of: "severity", severity: "fault" },
        "",
      ],
      ["severity", "alarm", { of: "severity", severity: "fault" }, { of: "severity", severity: "alarm" }, ""],
      [
        "clearedForced",
        "alarm",
        { of: "state", state: "unresolved" },
        { of: "state", state: "resolved" },
        "Sensor broken",
      ],
    ]);
    const { rows: signIns } = await sql<{ at: Date }>`
      select at from audit where actor_id = ${one.owner.id} and type = 'session.sign-in'`.execute(engines.db);
    for (const row of rows.slice(1))
      expect(row).toMatchObject({
        isSystem: false,
        operatorName: one.owner.userName,
        signInMethod: "password",
        signedInAt: signIns[0]?.at.toISOString(),
      });
  });

  test("tells single and batch clears apart", async () => {
    const one = await createOwner();
    for (const code of ["7", "8", "9"]) {
      await one.apply("raised", code, 0);
      await one.apply("gone", code, 1);
    }
    await one.post("/alarm/clear", { alarmId: await one.findAlarm("7") });
    await one.post("/alarm/batchClear", { alarmIds: [await one.findAlarm("8"), await one.findAlarm("9")] });
    expect(await one.operations({ operation: "clearedSingle" })).toHaveLength(1);
    expect(await one.operations({ operation: "clearedBatch" })).toHaveLength(2);
    expect(await one.operations({ operation: "clearedForced" })).toEqual([]);
  });

  test("lists grouping under the alarm of a parent that is down, by the system and when the parent is cleared", async () => {
    const one = await createOwner();
    const raise = () =>
      one.apply("raised", "H101", 0, { deviceId: one.gateway.id, severity: "alarm", source: "DCON" });
    await raise();
    await one.apply("raised", "H102", 1);
    await one.apply("gone", "H101", 2, { deviceId: one.gateway.id });
    const alarmId = await one.findAlarm("H102");
    const parent = { of: "parent", faultCode: "H101", sn: one.gateway.sn, alias: "" };
    const grouping = async () =>
      (await one.log({ alarmId })).filter(({ operation }) => operation.endsWith("grouped")).toReversed();
    expect(await grouping()).toMatchObject([
      { operation: "grouped", original: null, new: parent, ...bySystem },
      { operation: "ungrouped", original: parent, new: null, ...bySystem },
    ]);
    app.clock.advance(60_000);
    await one.apply("raised", "H101", 3, { deviceId: one.gateway.id });
    app.clock.advance(60_000);
    const parentId = await one.findAlarm("H101", one.gateway.id);
    await one.post("/alarm/forceClear", { alarmIds: [parentId], reason: "Replaced" });
    expect((await grouping()).slice(2)).toMatchObject([
      { operation: "grouped", original: null, new: parent, ...bySystem },
      { operation: "ungrouped", original: parent, new: null, operatorName: one.owner.userName },
    ]);
    expect((await one.get("/alarm/detail", { alarmId })).data.events[0]).toMatchObject({ kind: "ungrouped" });
  });

  test("writes a limited number of entries about a parent that flaps", async () => {
    const one = await createOwner();
    await one.apply("raised", "H102", 0, { at: new Date(alarmMinute(0)) });
    for (let minute = 1; minute < 130; minute += 2) {
      await one.apply("raised", "H101", minute, { deviceId: one.gateway.id, source: "DCON" });
      await one.apply("gone", "H101", minute + 1, { deviceId: one.gateway.id });
    }
    const alarmId = await one.findAlarm("H102");
    expect(await one.operations({ alarmId, pageSize: 200 })).toHaveLength(101);
  });
});

describe("filters", () => {
  test("narrows to device, alarm, code, kind, severity, operation, period and operator", async () => {
    const one = await createOwner();
    const other = await createDevice(engines.db, { type: "OPT", plantId: one.plant.id });
    await one.apply("raised", "7", 0);
    await one.apply("raised", "8", 1, { deviceId: other.id, severity: "fault" });
    await one.apply("raised", "T1", 2, { alarmKind: "threshold", severity: "alarm" });
    await one.apply("gone", "7", 3);
    await one.post("/alarm/clear", { alarmId: await one.findAlarm("7") });
    const codes = async (query: object) => (await one.log(query)).map(({ faultCode }) => faultCode);
    expect(await codes({})).toEqual(["7", "7", "T1", "8", "7"]);
    expect(await codes({ deviceId: other.id })).toEqual(["8"]);
    expect(await codes({ alarmId: await one.findAlarm("T1") })).toEqual(["T1"]);
    expect(await codes({ faultCode: "8" })).toEqual(["8"]);
    expect(await codes({ kind: "threshold" })).toEqual(["T1"]);
    expect(await codes({ severity: "fault" })).toEqual(["8"]);
    expect(await codes({ operation: "raised" })).toEqual(["T1", "8", "7"]);
    expect(await codes({ fromAt: alarmMinute(1), toAt: alarmMinute(3) })).toEqual(["T1", "8"]);
    expect(await codes({ operator: one.owner.userName.slice(2).toUpperCase() })).toEqual(["7"]);
    expect(await codes({ operator: "nobody%" })).toEqual([]);
    expect((await one.get("/alarm/log", { operation: "eaten" })).code).toBe("A0400");
    expect((await one.get("/alarm/log", { cursor: "x" })).code).toBe("A0400");
  });

  test("finds devices by part of serial number, alias and place", async () => {
    const one = await createOwner();
    const other = await createDevice(engines.db, { type: "OPT", plantId: one.plant.id });
    await sql`update devices set alias = 'North 100%' where id = ${other.id}`.execute(engines.db);
    await one.apply("raised", "7", 0);
    await one.apply("raised", "8", 1, { deviceId: other.id });
    const codes = async (search: string) => (await one.log({ search })).map(({ faultCode }) => faultCode);
    expect(await codes(one.device.sn.slice(3).toLowerCase())).toEqual(["7"]);
    expect(await codes("c15")).toEqual(["7"]);
    expect(await codes("100%")).toEqual(["8"]);
    expect(await codes("h_100%")).toEqual([]);
  });
});

describe("pages", () => {
  test("follow each other without a gap or a repeat while rows are added, also of the same instant", async () => {
    const one = await createOwner();
    for (let code = 0; code < 7; code++) await one.apply("raised", String(code), Math.floor(code / 3));
    const first = (await one.get("/alarm/log", { pageSize: 3 })).data;
    expect(first.rows.map(({ faultCode }: AlarmLogRow) => faultCode)).toEqual(["6", "5", "4"]);
    await one.apply("raised", "new", 9);
    await one.apply("raised", "late", 0);
    const second = (await one.get("/alarm/log", { pageSize: 3, cursor: first.next })).data;
    expect(second.rows.map(({ faultCode }: AlarmLogRow) => faultCode)).toEqual(["3", "late", "2"]);
    const last = (await one.get("/alarm/log", { pageSize: 3, cursor: second.next })).data;
    expect(last.rows.map(({ faultCode }: AlarmLogRow) => faultCode)).toEqual(["1", "0"]);
    expect(last.next).toBeNull();
  });
});

describe("retention", () => {
  test("entries cannot be changed or deleted; those of an alarm resolved long ago go with it", async () => {
    const one = await createOwner();
    for (const code of ["7", "8", "9"]) {
      await one.apply("raised", code, 0);
      await one.apply("gone", code, 1);
    }
    await one.post("/alarm/clear", { alarmId: await one.findAlarm("7") });
    await one.post("/alarm/clear", { alarmId: await one.findAlarm("8") });
    const ofPlant = sql`plant_id = ${one.plant.id}`;
    for (const change of [
      sql`update alarm_events set at = now() where ${ofPlant}`,
      sql`delete from alarm_events where ${ofPlant}`,
      sql`truncate alarm_events cascade`,
    ])
      await expect(change.execute(engines.db)).rejects.toThrow("append-only");
    await sql`
      update alarms set resolved_at = ${new Date(app.clock.now())}::timestamptz - interval '38 months',
        last_at = last_at - interval '4 years'
      where fault_code in ('7', '9') and ${ofPlant}`.execute(engines.db);
    await app.services.alarms.sweep(36);
    expect(new Set((await one.log()).map(({ faultCode }) => faultCode))).toEqual(new Set(["8", "9"]));
  });
});
