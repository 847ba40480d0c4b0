import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import { createConstantSamples, hour, openMeteredPlant } from "../../../../../test/metering.ts";
import { systemScope } from "../../../base/access/scope.ts";
import { median } from "./typical-curve.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

it("takes the middle of the values", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 4])).toBe(4.5);
});

it("is the median of each quarter hour of the local clock, also across the change to summer time", async () => {
  const plant = await openMeteredPlant(engines, { timeZone: "Europe/Rome" });
  // Noon to two o'clock in Rome on three days before the change of 29 March and on two after it; on one day an hour less.
  const noons = [26, 27, 28].map((day) => Date.UTC(2026, 2, day, 11));
  const summerNoons = [29, 30].map((day) => Date.UTC(2026, 2, day, 10));
  const powers = [100, 200, 300, 400, 500];
  for (const [index, noon] of [...noons, ...summerNoons].entries())
    await plant.report(
      createConstantSamples(index + 1, noon, noon + (index === 0 ? 1 : 2) * hour, powers[index] ?? 0),
    );
  await plant.job.drain();
  const read = (day: string) => plant.metering.typicalCurve(systemScope(), { stationId: plant.id, day });
  const curve = await read("2026-03-31");
  expect(curve).toMatchObject({ fromDay: "2026-03-01", toDay: "2026-03-30", dayCount: 5 });
  const powerAt = (at: number) => curve.points.find((point) => Date.parse(point.at) === at)?.powerW ?? null;
  const noon = Date.UTC(2026, 2, 31, 10);
  expect(powerAt(noon)).toBeCloseTo(300, 3);
  expect(powerAt(noon + 1.5 * hour)).toBeCloseTo(350, 3);
  expect(powerAt(noon - hour)).toBeNull();
  // The last report of the shorter day begins one more quarter hour, which has no energy.
  expect(curve.energyWh).toBeCloseTo(300 + 350 - 50 / 4, 3);
  expect((await read("2026-03-28")).energyWh).toBeNull();
});
