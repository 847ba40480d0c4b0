import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alarmMinute, createAlarmOwner } from "../../../../test/alarms.ts";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";
import type { DeviceCondition } from "./alarms.service.ts";

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

async function createOwner() {
  const owner = await createAccount(engines.db);
  const plant = await createPlant(engines.db, { ownerId: owner.id });
  const device = await createDevice(engines.db, { type: "OPT", plantId: plant.id });
  const { authorization } = await createSession(engines.db, { accountId: owner.id });
  const condition = (kind: "raised" | "gone", faultCode: string, at: number): DeviceCondition => ({
    plantId: plant.id,
    deviceId: device.id,
    kind,
    faultCode,
    severity: "warning",
    source: "OPT",
    description: "overTemperature",
    at: new Date(at),
    intervalMs: 500,
  });
  const count = async () => (await app.call("GET", "/index/warningCount", { authorization })).envelope.data;
  return { condition, count };
}

test("counts the unresolved alarms of the caller's plants, whether or not the condition has ended", async () => {
  const [one, other] = await Promise.all([createOwner(), createOwner()]);
  const { alarms } = app.services;
  await alarms.applyDeviceConditions([
    one.condition("raised", "7", 1000),
    one.condition("raised", "12", 1000),
  ]);
  await alarms.applyDeviceConditions([one.condition("raised", "7", 2000), one.condition("gone", "7", 3000)]);
  expect(await one.count()).toBe(2);
  expect(await other.count()).toBe(0);
});

test("applies a report received twice or concurrently only once", async () => {
  const { condition, count } = await createOwner();
  const report = [
    condition("raised", "7", 1000),
    condition("raised", "15", 1000),
    condition("gone", "7", 1500),
  ];
  await Promise.all([1, 2, 3].map(() => app.services.alarms.applyDeviceConditions(report)));
  expect(await count()).toBe(2);
});

const listEvents = async (plantId: string): Promise<string[]> =>
  (
    await sql<{ kind: string }>`
      select e.kind from alarm_events e join alarms a on a.id = e.alarm_id where a.plant_id = ${plantId} order by e.id`.execute(
      engines.db,
    )
  ).rows.map(({ kind }) => kind);

test("counts repeats once per interval, and keeps only beginnings and ends in the history", async () => {
  const { condition } = await createOwner();
  const { alarms } = app.services;
  const apply = (kind: "raised" | "gone", at: number) =>
    alarms.applyDeviceConditions([condition(kind, "7", at)]);
  for (const at of [1000, 1400, 1600, 2200, 2200, 2300, 1000]) await apply("raised", at);
  await apply("gone", 2500);
  await apply("gone", 2500);
  await apply("raised", 9000);
  const { plantId } = condition("raised", "7", 0);
  const { rows } = await sql<{ count: number; lastAt: Date; goneAt: Date | null }>`
    select count, last_at as "lastAt", gone_at as "goneAt" from alarms where plant_id = ${plantId}`.execute(
    engines.db,
  );
  expect(rows).toEqual([{ count: 4, lastAt: new Date(9000), goneAt: null }]);
  expect(await listEvents(plantId)).toEqual(["raised", "gone", "raised"]);
});

test("does not open a cleared alarm again for a report received twice", async () => {
  const { condition, count } = await createOwner();
  const { alarms } = app.services;
  await alarms.applyDeviceConditions([condition("raised", "7", 1000), condition("gone", "7", 1500)]);
  await sql`update alarms set status = 'resolved' where device_id = ${condition("raised", "7", 0).deviceId}`.execute(
    engines.db,
  );
  await alarms.applyDeviceConditions([condition("raised", "7", 1000)]);
  expect(await count()).toBe(0);
  await alarms.applyDeviceConditions([condition("raised", "7", 2000)]);
  expect(await count()).toBe(1);
});

test("refuses more open alarms of a device than it can have, and still counts the known ones", async () => {
  const { condition, count } = await createOwner();
  const { alarms } = app.services;
  const many = Array.from({ length: 66 }, (_, code) => condition("raised", String(code), 1000));
  const refused = await alarms.applyDeviceConditions(many);
  expect(refused.map(({ faultCode }) => faultCode)).toEqual(["64", "65"]);
  expect(await alarms.applyDeviceConditions([condition("raised", "5", 5000)])).toEqual([]);
  expect(await count()).toBe(64);
});

test("applies the conditions of others when one caller's cannot be stored", async () => {
  const [one, other] = await Promise.all([createOwner(), createOwner()]);
  const broken = { ...one.condition("raised", "7", 1000), plantId: randomUUID() };
  const results = await Promise.allSettled([
    app.services.alarms.applyDeviceConditions([broken]),
    app.services.alarms.applyDeviceConditions([{ ...broken, faultCode: "8" }]),
    app.services.alarms.applyDeviceConditions([other.condition("raised", "7", 1000)]),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect(await other.count()).toBe(1);
});

test("groups what follows from a parent that is down, not the faults from before, until the parent is back", async () => {
  const one = await createAlarmOwner(engines.db, app);
  const apply = (deviceId: string, kind: "raised" | "gone", faultCode: string, minute: number) =>
    app.services.alarms.applyDeviceConditions([
      {
        plantId: one.plant.id,
        deviceId,
        kind,
        faultCode,
        severity: "warning",
        source: "OPT",
        description: "",
        at: new Date(alarmMinute(minute)),
        intervalMs: 60_000,
      },
    ]);
  await apply(one.device.id, "raised", "15", 0);
  await apply(one.device.id, "raised", "H102", 1);
  await apply(one.gateway.id, "raised", "H101", 2);
  await apply(one.device.id, "raised", "H305", 3);
  const open = { status: "unresolved", sort: "firstAt", order: "asc" };
  expect((await one.get("/alarm/list", open)).data.rows).toMatchObject([
    { faultCode: "15" },
    { faultCode: "H101", groupedCount: 2 },
  ]);
  await apply(one.device.id, "gone", "H305", 4);
  await apply(one.gateway.id, "gone", "H101", 5);
  expect((await one.get("/alarm/list", open)).data.rows).toMatchObject([
    { faultCode: "15" },
    { faultCode: "H102" },
    { faultCode: "H101", groupedCount: 1 },
  ]);
});

test("groups the missing power of units under the fault that stopped their string, nothing else of them, until it ends", async () => {
  const { db } = engines;
  const one = await createAlarmOwner(db, app);
  const createString = (slotLabel: string) =>
    createDevice(db, { type: "SCON", plantId: one.plant.id, parentId: one.gateway.id, slotLabel });
  const string = await createString("C-S5");
  const other = await createString("C-S6");
  const createUnit = (parentId: string) => createDevice(db, { type: "OPT", plantId: one.plant.id, parentId });
  const units = [await createUnit(string.id), await createUnit(string.id)];
  const beside = await createUnit(other.id);
  const condition = (
    kind: "raised" | "gone",
    { id, faultCode, type = "OPT" }: { id: string; faultCode: string; type?: string },
    minute: number,
  ): DeviceCondition => ({
    plantId: one.plant.id,
    deviceId: id,
    kind,
    faultCode,
    severity: "fault",
    source: type,
    description: "",
    at: new Date(alarmMinute(minute)),
    intervalMs: 60_000,
  });
  const apply = (...conditions: DeviceCondition[]) => app.services.alarms.applyDeviceConditions(conditions);
  const fuse = { id: string.id, faultCode: "12", type: "SCON" };
  // Power may be missed before the string says why.
  await apply(...[...units, beside].map(({ id }) => condition("raised", { id, faultCode: "H202" }, 0)));
  await apply(condition("raised", fuse, 1));
  await apply(condition("raised", { id: units[0]?.id ?? "", faultCode: "15" }, 2));
  // A blown fuse of a unit concerns that unit alone.
  await apply(condition("raised", { id: beside.id, faultCode: "12" }, 3));
  const listOpen = async () =>
    (await one.get("/alarm/list", { status: "unresolved", sort: "firstAt", order: "asc" })).data.rows.map(
      ({ sn, faultCode, groupedCount }: Record<string, unknown>) => `${sn} ${faultCode} ${groupedCount}`,
    );
  expect(await listOpen()).toEqual([
    `${beside.sn} H202 0`,
    `${string.sn} 12 2`,
    `${units[0]?.sn} 15 0`,
    `${beside.sn} 12 0`,
  ]);
  await apply(condition("gone", fuse, 4));
  expect(new Set(await listOpen())).toEqual(
    new Set([
      ...[...units, beside].map(({ sn }) => `${sn} H202 0`),
      `${string.sn} 12 0`,
      `${units[0]?.sn} 15 0`,
      `${beside.sn} 12 0`,
    ]),
  );
});
