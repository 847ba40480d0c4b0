import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { systemScope } from "../../base/access/scope.ts";
import { readPowerFlow } from "./power-flow.ts";

const NOON = Date.parse("2026-06-21T12:00:00Z");

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

/** A plant on the equator at the zero meridian, whose gateway has just reported. */
async function openPlant(powers: { module?: number; string?: number; meter?: number }) {
  const clock = createVirtualClock(NOON);
  const plant = await createPlant(engines.db, { latitude: 0, longitude: 0 });
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  const report = async (): Promise<void> => {
    const now = new Date(clock.now());
    await sql`update gateways set is_online = true, last_heard_at = ${now}, power_at = ${now}, report_interval_s = 60,
      module_power_w = ${powers.module ?? null}, string_power_w = ${powers.string ?? null},
      ac_meter_power_w = ${powers.meter ?? null} where device_id = ${gateway.id}`.execute(engines.db);
  };
  await report();
  const addUnit = (type: "OPT" | "SCON") =>
    createDevice(engines.db, { type, plantId: plant.id, parentId: gateway.id });
  const read = () => readPowerFlow({ db: engines.db, clock }, systemScope(), plant.id);
  return { clock, report, addUnit, read };
}

it("gives the power of each level that the plant has, while it is valid", async () => {
  const plant = await openPlant({ module: 4_000, meter: 3_800 });
  await plant.addUnit("OPT");
  expect(await plant.read()).toMatchObject({
    modules: { count: 1, powerW: 4_000 },
    strings: null,
    acMeter: { powerW: 3_800 },
  });
  plant.clock.advance(121_000);
  expect(await plant.read()).toMatchObject({ modules: { powerW: null }, acMeter: { powerW: null } });
});

it("has no meter where none was reported, and counts faults, and units asleep apart from those offline", async () => {
  const plant = await openPlant({ string: 900 });
  await plant.addUnit("SCON");
  const faulty = await plant.addUnit("SCON");
  await sql`update device_states set unit_status = 7 where device_id = ${faulty.id}`.execute(engines.db);
  const byDay = await plant.read();
  expect(byDay).toMatchObject({ modules: null, acMeter: null });
  expect(byDay.strings).toMatchObject({ powerW: 900, count: 2, asleepCount: 0 });
  plant.clock.advance(12 * 3_600_000);
  await plant.report();
  expect((await plant.read()).strings).toMatchObject({
    ...{ count: 2, faultCount: 1, offlineCount: 0, asleepCount: 1 },
  });
});
