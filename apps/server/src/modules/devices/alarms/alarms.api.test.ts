import { afterAll, beforeAll, expect, test } from "vitest";
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
    seq: at,
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
