import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import type { PlantOptions } from "../../../../../test/fixtures.ts";
import { createDevice } from "../../../../../test/fixtures.ts";
import {
  createConstantSamples,
  hour,
  meteringClock,
  minute,
  openMeteredPlant,
} from "../../../../../test/metering.ts";
import { systemScope } from "../../../base/access/scope.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

const openPlant = (options?: PlantOptions) => openMeteredPlant(engines, options);

describe("the day curve", () => {
  const morning = Date.UTC(2026, 5, 20, 8);

  it("sums the mean power of the metering level's units and shows gaps", async () => {
    const plant = await openPlant({ meteringLevel: "module" });
    await plant.report([
      ...createConstantSamples(1, morning, morning + hour, 100),
      ...createConstantSamples(2, morning, morning + hour, 50),
      ...createConstantSamples(3, morning, morning + hour, 500, { kind: "SCON" }),
      ...createConstantSamples(1, morning + 3 * hour, morning + 4 * hour, 80),
    ]);
    await plant.job.drain();
    const curve = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-20" });
    expect(curve).toMatchObject({ source: "samples", stepS: 300, level: "module", expectedFrom: "none" });
    expect(curve.points).toHaveLength(288);
    const powerAt = (at: number) => curve.points[(at - Date.UTC(2026, 5, 20)) / (5 * minute)]?.powerW;
    expect(powerAt(morning)).toBeCloseTo(150, 3);
    expect(powerAt(morning + hour)).toBeCloseTo(150, 3);
    expect(powerAt(morning + 2 * hour)).toBeNull();
    expect(powerAt(morning + 3.5 * hour)).toBeCloseTo(80, 3);
    expect(powerAt(morning - 5 * minute)).toBeNull();
  });

  it("does not dip between reports of a unit that is only a little late", async () => {
    const plant = await openPlant();
    await plant.store(
      [0, 299, 610, 901].map((second) => ({ device: 1, at: morning + second * 1_000, pw: 100 })),
    );
    const curve = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-20" });
    const first = 8 * 12;
    expect(curve.points.slice(first, first + 4).map(({ powerW }) => powerW)).toEqual([100, 100, 100, 100]);
  });

  it("has no values after now, although a value is still valid for the next step", async () => {
    const plant = await openPlant();
    const before = meteringClock.now();
    meteringClock.set(morning + 2 * minute);
    await plant.store([{ device: 1, at: morning + minute, pw: 100 }]);
    const curve = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-20" });
    meteringClock.set(before);
    expect(curve.points.slice(8 * 12, 8 * 12 + 2).map(({ powerW }) => powerW)).toEqual([100, null]);
  });

  it("uses V times A where no power is measured", async () => {
    const plant = await openPlant();
    await plant.store([{ device: 1, at: morning, vi: 40, ii: 5 }]);
    const curve = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-20" });
    expect(curve.points[8 * 12]?.powerW).toBe(200);
  });

  it("expects clear-sky power by the units' ratings, or by measured irradiance where a gateway has it [R1.3]", async () => {
    const options = { latitude: 45, longitude: 0, installedCapacityKwp: 9 };
    const clear = await openPlant(options);
    const unit = await createDevice(engines.db, {
      type: "OPT",
      plantId: clear.id,
      slotLabel: "A1",
      ratedPowerW: 400,
    });
    await sql`update slots set tilt_deg = 30, azimuth_deg = 180 where id = ${unit.slotId}`.execute(
      engines.db,
    );
    const sunny = await clear.metering.curve(systemScope(), { stationId: clear.id, day: "2026-06-20" });
    expect(sunny).toMatchObject({ expectedFrom: "clear-sky", expectedBy: "ratings", clearSky: [] });
    const best = Math.max(...sunny.expected.map(({ powerW }) => powerW ?? 0));
    expect(best).toBeGreaterThan(300);
    expect(best).toBeLessThan(420);
    expect(sunny.expectedWh).toBeGreaterThan(2_000);

    const measured = await openPlant(options);
    await measured.store([{ device: 9, kind: "DCON", at: morning, gi: 1_000, ta: 25 }]);
    const weather = await measured.metering.curve(systemScope(), {
      stationId: measured.id,
      day: "2026-06-20",
    });
    expect(weather).toMatchObject({ expectedFrom: "irradiance", expectedBy: "capacity" });
    // 9 kWp at 1000 W/m², less the loss of a warm cell.
    expect(weather.expected[8 * 12]?.powerW).toBeGreaterThan(7_500);
    expect(weather.expected[8 * 12]?.powerW).toBeLessThan(9_000);
    // Without weather nothing is expected by day, and at night there is nothing to measure.
    expect(weather.expected[14 * 12]?.powerW).toBeNull();
    expect(weather.expected[22 * 12]?.powerW).toBe(0);
  });

  it("expects nothing from irradiance after now, and draws a clear sky for the rest of that day alone", async () => {
    const plant = await openPlant({ latitude: 45, longitude: 0, installedCapacityKwp: 9 });
    const readAt = async (now: number) => {
      const before = meteringClock.now();
      meteringClock.set(now);
      const curve = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-20" });
      meteringClock.set(before);
      return curve;
    };
    await plant.store([{ device: 9, kind: "DCON", at: morning, gi: 1_000, ta: 25 }]);
    const today = await readAt(morning + 6 * minute);
    expect(today.expected.slice(8 * 12, 8 * 12 + 4).map(({ powerW }) => powerW !== null)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(today.clearSky[0]?.at).toBe(new Date(morning + 5 * minute).toISOString());
    expect(today.clearSky).toHaveLength(16 * 12 - 1);
    const noonW = today.clearSky[4 * 12]?.powerW ?? 0;
    expect(noonW).toBeGreaterThan(5_000);
    expect(today.expectedWh).toBeLessThan(9_000 / 6);
    const later = await readAt(morning + 48 * hour);
    expect(later.clearSky).toEqual([]);
    expect(later.expected[8 * 12 + 3]?.powerW).toBeGreaterThan(7_500);
  });

  it("has irradiance and air temperature where gateways measure them, and not those of units", async () => {
    const plant = await openPlant();
    await plant.store([
      { device: 1, at: morning, pw: 100 },
      { device: 8, kind: "DCON", at: morning, gi: 600, ta: 20 },
      { device: 9, kind: "DCON", at: morning + minute, gi: 800 },
      { device: 9, kind: "DCON", at: morning + hour, ta: -4.5 },
    ]);
    const curve = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-20" });
    expect(curve.weather).toEqual([
      { at: new Date(morning).toISOString(), irradianceWm2: 700, ambientC: 20 },
      { at: new Date(morning + hour).toISOString(), irradianceWm2: null, ambientC: -4.5 },
    ]);
    const other = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-19" });
    expect(other.weather).toEqual([]);
  });

  it("expects clear-sky power where gateways measure the temperature alone", async () => {
    const plant = await openPlant({ latitude: 45, longitude: 0 });
    await plant.store([{ device: 9, kind: "DCON", at: morning, ta: 20 }]);
    const curve = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-20" });
    expect(curve.expectedFrom).toBe("clear-sky");
  });

  it("returns the share of the daylight so far that has data", async () => {
    const place = { latitude: 45, longitude: 0 };
    const plant = await openPlant(place);
    const facts = { ...place, zones: "UTC" };
    const readShare = async () => {
      const energies = await plant.metering.energyTotals([plant.key]);
      return plant.metering.measuredShareToday(facts, energies.get(plant.key));
    };
    expect(await readShare()).toBeNull();
    await plant.report(createConstantSamples(1, Date.UTC(2026, 5, 20, 2), Date.UTC(2026, 5, 20, 9, 55), 100));
    await plant.job.drain();
    const share = await readShare();
    // The sun is up since about 4:50; it is 15:00 now.
    expect(share).toBeGreaterThan(0.45);
    expect(share).toBeLessThan(0.6);
  });
});
