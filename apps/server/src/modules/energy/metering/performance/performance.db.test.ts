import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import { createDevice } from "../../../../../test/fixtures.ts";
import { createConstantSamples, hour, openMeteredPlant } from "../../../../../test/metering.ts";
import { systemScope } from "../../../base/access/scope.ts";

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
  expect(performance.co2?.totalKg).toBeCloseTo((6 * 0.1 * 380.95) / 1000, 4);
});

it("gives no ratio without measured irradiance, and no CO₂ without a country", async () => {
  const plant = await openMeteredPlant(engines, { timeZone: "UTC" });
  await plant.report(createConstantSamples(UNIT, noon, noon + hour, 100));
  await plant.job.drain();
  const performance = await plant.metering.performance(systemScope(), { stationId: plant.id });
  expect(performance).toMatchObject({ ratio: null, clearSky: null, co2: null });
});
