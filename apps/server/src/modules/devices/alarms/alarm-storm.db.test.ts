import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { createInProcessBus } from "../../../infra/bus.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createMeteringService } from "../../energy/metering/metering.service.ts";
import type { DeviceCondition } from "./alarms.service.ts";
import { createAlarmService } from "./alarms.service.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

const STORM_AT = Date.UTC(2026, 5, 1, 12);
const DEVICES = 100;
const CODES = 10;
/** A report of each device every second. */
const REPORTS = 10;

async function openStorm() {
  const { db } = engines;
  const plant = await createPlant(db, {});
  const gateway = await createDevice(db, { type: "DCON", plantId: plant.id });
  const deviceIds: string[] = [];
  for (let index = 0; index < DEVICES; index++)
    deviceIds.push((await createDevice(db, { type: "OPT", plantId: plant.id, parentId: gateway.id })).id);
  const clock = createVirtualClock(STORM_AT);
  const metering = createMeteringService({ ...engines, clock });
  const alarms = createAlarmService({ ...engines, bus: createInProcessBus(), clock, metering });
  const listConditions = (deviceId: string, kind: DeviceCondition["kind"], at: number): DeviceCondition[] =>
    Array.from({ length: CODES }, (_, code) => ({
      plantId: plant.id,
      deviceId,
      kind,
      faultCode: String(code),
      severity: "warning",
      source: "OPT",
      description: "",
      at: new Date(at),
      intervalMs: 300_000,
    }));
  /** The reports of all devices at an instant, each applied by a caller of its own. */
  const apply = (kind: DeviceCondition["kind"], at: number) =>
    Promise.all(
      deviceIds.map((deviceId) => alarms.applyDeviceConditions(listConditions(deviceId, kind, at))),
    );
  const count = async () => {
    const { rows } = await sql`
      select count(*)::int as alarms, sum(a.count)::int as occurrences, min(a.last_at) as "lastAt",
        (count(*) filter (where a.gone_at is null))::int as active,
        (select count(*)::int from alarm_events e join alarms o on o.id = e.alarm_id where o.plant_id = ${plant.id})
          as events
      from alarms a where a.plant_id = ${plant.id}`.execute(db);
    return rows[0];
  };
  return { apply, count };
}

test("counts 10,000 conditions within ten seconds as one occurrence for each device and code, with one entry of history", async () => {
  const storm = await openStorm();
  const reports = Array.from({ length: REPORTS }, (_, second) => STORM_AT + second * 1_000);
  await Promise.all(reports.map((at) => storm.apply("raised", at)));
  const counted = {
    alarms: DEVICES * CODES,
    occurrences: DEVICES * CODES,
    lastAt: new Date(STORM_AT + 9_000),
  };
  expect(await storm.count()).toEqual({ ...counted, active: DEVICES * CODES, events: DEVICES * CODES });
  // Received again, and ended.
  await Promise.all(reports.map((at) => storm.apply("raised", at)));
  expect(await storm.count()).toEqual({ ...counted, active: DEVICES * CODES, events: DEVICES * CODES });
  await storm.apply("gone", STORM_AT + 20_000);
  expect(await storm.count()).toEqual({ ...counted, active: 0, events: 2 * DEVICES * CODES });
});
