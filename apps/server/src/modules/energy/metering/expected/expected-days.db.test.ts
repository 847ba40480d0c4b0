import { addDays, listDays } from "@heliograph/solar";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import { createConstantSamples, hour, minute, openMeteredPlant } from "../../../../../test/metering.ts";
import { listPlantsByKey } from "../plants.repository.ts";
import { computeExpectedDays } from "./expected-days.ts";

// Around the start of summer time in Berlin on 29 March.
const FIRST_DAY = "2026-03-20";
const LAST_DAY = "2026-04-08";
const GATEWAY = { device: 9, kind: "DCON" };

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

test("days that are read together have the expected energies of each day alone", async () => {
  const measured = await openMeteredPlant(engines, {
    installedCapacityKwp: 10,
    timeZone: "Europe/Berlin",
    latitude: 52.5,
    longitude: 13.4,
  });
  const days = listDays(FIRST_DAY, LAST_DAY);
  const noonOf = (day: string) => Date.parse(`${day}T11:00:00Z`);
  for (const [index, day] of days.entries()) {
    // A day in four is without reports, and one in three has irradiance besides.
    if (index % 4 === 3) continue;
    const [from, to] = [noonOf(day) - 3 * hour, noonOf(day) + 2 * hour];
    await measured.report(createConstantSamples(1, from, to, 100 + index));
    if (index % 3 === 0)
      for (let at = from; at <= to; at += 15 * minute)
        await measured.store([{ ...GATEWAY, at, gi: 300 + 10 * index, ta: 12 }]);
  }
  await measured.job.drain();
  const [plant] = await listPlantsByKey(engines.db, [measured.key]);
  if (!plant) throw new Error("the plant is not found");

  const together = await computeExpectedDays(engines, plant, days);
  const alone = await Promise.all(days.map((day) => computeExpectedDays(engines, plant, [day])));
  expect([...together]).toEqual(alone.flatMap((each) => [...each]));

  const listOf = (test: (index: number) => boolean) =>
    days.filter((_, index) => test(index)).map((day) => together.get(day));
  for (const each of listOf((index) => index % 4 === 3))
    expect(each).toEqual({ energyWh: 0, expectedWh: 0, isIrradiance: false });
  for (const each of listOf((index) => index % 4 !== 3 && index % 3 === 0))
    expect(each).toMatchObject({ isIrradiance: true, expectedWh: expect.any(Number) });
  for (const each of listOf((index) => index % 4 !== 3 && index % 3 !== 0)) {
    expect(each?.isIrradiance).toBe(false);
    expect(each?.expectedWh).toBeGreaterThan(0);
  }
  expect(await computeExpectedDays(engines, plant, [addDays(LAST_DAY, 1)])).toEqual(
    new Map([[addDays(LAST_DAY, 1), { energyWh: 0, expectedWh: 0, isIrradiance: false }]]),
  );
});
