import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import { createAccount, createDevice } from "../../../../../test/fixtures.ts";
import {
  createConstantSamples,
  hour,
  meteringClock,
  openMeteredPlant,
  writePlantDays,
} from "../../../../../test/metering.ts";
import { createPlantServices } from "../../../../../test/plant-services.ts";
import { accountScope, systemScope } from "../../../base/access/scope.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

const noon = Date.UTC(2026, 5, 18, 10);
/** Key of a device that no other test has. */
const UNIT = 900_001;

it("divides the yield by the irradiation of the same quarter hours, and counts avoided CO₂", async () => {
  const plant = await openMeteredPlant(engines, { timeZone: "Europe/Berlin", installedCapacityKwp: 0.25 });
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  await plant.report([
    // 100 W at 500 W/m² of 250 Wp; before and after it, irradiance is not known.
    ...createConstantSamples(UNIT, noon - hour, noon + 5 * hour, 100),
    ...createConstantSamples(gateway.key, noon, noon + 3 * hour, 0, {
      ...{ kind: "DCON", pw: null, eh: null, gi: 500 },
    }),
  ]);
  await plant.job.drain();
  const performance = await plant.metering.performance(systemScope(), { stationId: plant.id });
  expect(performance).toMatchObject({ fromDay: "2026-05-21", toDay: "2026-06-19", clearSky: null });
  expect(performance.ratio?.value).toBeCloseTo(0.8, 2);
  expect(performance.ratio?.dayCount).toBe(1);
  expect(performance.co2).toMatchObject({ country: "DE", year: 2023 });
  // Measured on the DC side, by the factor of a new plant.
  expect(performance.co2?.totalKg).toBeCloseTo((6 * 0.1 * 0.96 * 380.95) / 1000, 4);
});

it("counts CO₂ of energy on the AC side: by the factor of the level that counts, and corrected days as they are", async () => {
  const plant = await openMeteredPlant(engines, { timeZone: "Europe/Berlin" });
  // The year of the test is 2026, its month June.
  await writePlantDays(engines, plant.key, {
    "2025-12-31": 10_000,
    "2026-05-31": 20_000,
    "2026-06-01": 30_000,
    "2026-06-02": 40_000,
  });
  await plant.metering.recountEnergies([plant.key]);
  const read = async () => {
    const { co2 } = await plant.metering.performance(systemScope(), { stationId: plant.id });
    const toWh = (kg = 0) => (kg / 380.95) * 1e6;
    return [co2?.monthKg, co2?.yearKg, co2?.totalKg].map((kg) => Math.round(toWh(kg)));
  };
  expect(await read()).toEqual([67_200, 86_400, 96_000]);
  const correct = (day: string, energyWh: number, more = sql`null, true`) =>
    sql`
    insert into corrections (plant_id, plant_day, mode, corrected_wh, created_at, cancelled_at, is_counted)
    values (${plant.id}, ${day}, 'manual', ${energyWh}, now(), ${more})`.execute(engines.db);
  for (const [day, energyWh] of [
    ["2025-12-31", 10_000],
    ["2026-05-31", 20_000],
    ["2026-06-01", 30_000],
  ] as const)
    await correct(day, energyWh);
  // Cancelled, and not in the plant's energies yet.
  await correct("2026-06-02", 40_000, sql`now(), true`);
  await correct("2026-06-02", 40_000, sql`null, false`);
  // 40 kWh of June are not corrected.
  expect(await read()).toEqual([68_400, 88_400, 98_400]);
  await sql`insert into metering_sets (plant_id, valid_from, level, conversion_factor)
    values (${plant.id}, '2026-06-10', 'string', 0.9), (${plant.id}, '2099-01-01', 'ac-meter', 0.5)`.execute(
    engines.db,
  );
  expect((await read())[0]).toBe(66_000);
  await sql`insert into metering_sets (plant_id, valid_from, level) values (${plant.id}, '2026-06-12', 'ac-meter')`.execute(
    engines.db,
  );
  expect(await read()).toEqual([70_000, 90_000, 100_000]);
});

it("counts for all plants what it counts for each", async () => {
  const { id: ownerId, companyId } = await createAccount(engines.db);
  const scope = accountScope({
    ...{ accountId: ownerId, companyId, permissionIds: new Set(["station:read"]), jurisdiction: "company" },
    ...{ isSuper: false, isPlatform: false },
  });
  let totalKg = 0;
  for (const [index, meteringLevel] of (["module", "ac-meter"] as const).entries()) {
    const plant = await openMeteredPlant(engines, { ownerId, timeZone: "Europe/Berlin", meteringLevel });
    await writePlantDays(engines, plant.key, { "2026-06-01": 10_000 * (index + 1) });
    await plant.metering.recountEnergies([plant.key]);
    totalKg += (await plant.metering.performance(scope, { stationId: plant.id })).co2?.totalKg ?? 0;
  }
  expect(totalKg).toBeCloseTo(((9_600 + 20_000) / 1e6) * 380.95, 6);
  const { fleet } = createPlantServices(engines, meteringClock);
  expect((await fleet.getCo2(scope)).totalKg).toBeCloseTo(totalKg, 9);
});

it("gives no ratio without measured irradiance, and no CO₂ without a country", async () => {
  const plant = await openMeteredPlant(engines, { timeZone: "UTC" });
  await plant.report(createConstantSamples(UNIT, noon, noon + hour, 100));
  await plant.job.drain();
  const performance = await plant.metering.performance(systemScope(), { stationId: plant.id });
  expect(performance).toMatchObject({ ratio: null, clearSky: null, co2: null });
});
