import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import type { PlantOptions } from "../../../../../test/fixtures.ts";
import { createDevice } from "../../../../../test/fixtures.ts";
import { createConstantSamples, hour, minute, openMeteredPlant } from "../../../../../test/metering.ts";
import { systemScope } from "../../../base/access/scope.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

const openPlant = (options?: PlantOptions) => openMeteredPlant(engines, options);

describe("a rise beyond what a unit can have produced", () => {
  const noon = Date.UTC(2026, 5, 20, 12);

  async function readToday(plant: Awaited<ReturnType<typeof openPlant>>) {
    await plant.job.drain();
    return (await plant.metering.energyTotals([plant.key])).get(plant.key);
  }

  it.each([
    { level: "module", kind: "OPT" },
    { level: "string", kind: "SCON" },
    { level: "string", kind: "MCON" },
    { level: "ac-meter", kind: "DCON" },
  ] as const)("is in no energy of $kind, and in the coverage of every figure", async ({ level, kind }) => {
    const plant = await openPlant({ meteringLevel: level });
    await plant.report([
      { device: 1, kind, at: noon, eh: 1_000 },
      { device: 1, kind, at: noon + minute, eh: 1_010 },
      { device: 1, kind, at: noon + 2 * minute, eh: 1_000_001_010 },
      { device: 1, kind, at: noon + 3 * minute, eh: 1_000_001_020 },
    ]);
    expect(await readToday(plant)).toMatchObject({
      todayWh: 20,
      totalWh: 20,
      estimatedTodayWh: 0,
      implausibleTodayWh: 1e9,
    });
    const { bars, totalWh } = await plant.metering.bars(systemScope(), { stationId: plant.id, by: "month" });
    expect(bars[5]).toMatchObject({ energyWh: 20, implausibleWh: 1e9 });
    expect(totalWh).toBe(20);
    const curve = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-20" });
    expect(curve).toMatchObject({ energyWh: 20, coverage: { implausibleWh: 1e9, resets: 0 } });
  });

  it("is judged by 2 kW a module, 15 kW a string and 5 times the capacity a meter where no rating is known", async () => {
    const boundsWh = { OPT: 26, SCON: 195, DCON: 390 } as const;
    for (const [kind, level] of [
      ["OPT", "module"],
      ["SCON", "string"],
      ["DCON", "ac-meter"],
    ] as const) {
      const plant = await openPlant({ meteringLevel: level, installedCapacityKwp: 6 });
      const boundWh = boundsWh[kind];
      await plant.report([
        { device: 1, kind, at: noon, eh: 0 },
        { device: 1, kind, at: noon + 36_000, eh: boundWh },
        { device: 1, kind, at: noon + 72_000, eh: 2 * boundWh + 1 },
      ]);
      expect(await readToday(plant)).toMatchObject({ todayWh: boundWh, implausibleTodayWh: boundWh + 1 });
    }
  });

  it("is reported for the device in the requested range", async () => {
    const plant = await openPlant();
    const device = await createDevice(engines.db, { type: "OPT", plantId: plant.id });
    await plant.report([
      { device: device.key, at: noon, eh: 1_000 },
      { device: device.key, at: noon + minute, eh: 1_000_001_000 },
    ]);
    await plant.job.drain();
    const read = async (fromAt: number, toAt: number) => {
      const range = { fromAt: new Date(fromAt).toISOString(), toAt: new Date(toAt).toISOString() };
      const data = await plant.metering.deviceData(systemScope(), { deviceId: device.id, ...range });
      return data.implausibleWh;
    };
    expect(await read(noon - hour, noon + hour)).toBe(1e9);
    expect(await read(noon - hour, noon)).toBe(0);
  });

  it("is judged by the rating of the module in the slot, else of the device", async () => {
    const plant = await openPlant();
    const rated = { type: "OPT", plantId: plant.id, ratedPowerW: 1_000 } as const;
    const alone = await createDevice(engines.db, rated);
    const placed = await createDevice(engines.db, { ...rated, slotLabel: "A1" });
    await sql`
      with module as (insert into modules (rated_power_w) values (500) returning id)
      insert into slot_modules (slot_id, module_id, from_at)
      select ${placed.slotId}::uuid, id, ${new Date(0)} from module`.execute(engines.db);
    await plant.report(
      [alone, placed].flatMap(({ key }) => [
        { device: key, at: noon, eh: 0 },
        { device: key, at: noon + 36_000, eh: 10 },
      ]),
    );
    expect(await readToday(plant)).toMatchObject({ todayWh: 10, implausibleTodayWh: 10 });
  });

  it("is judged by a string's part of the capacity where that is far more than one string input", async () => {
    const plant = await openPlant({ meteringLevel: "string", installedCapacityKwp: 400 });
    const { key } = await createDevice(engines.db, { type: "SCON", plantId: plant.id });
    for (let other = 2; other <= 4; other++)
      await createDevice(engines.db, { type: "SCON", plantId: plant.id });
    await plant.report(createConstantSamples(key, noon, noon + hour, 100_000, { kind: "SCON" }));
    expect((await readToday(plant))?.todayWh).toBeCloseTo(100_000, 3);
  });

  it("leaves a single impossible reading out, also at the edge of a window and of a day", async () => {
    for (const at of [noon, noon + 14 * minute, Date.UTC(2026, 5, 19, 23, 59, 30), Date.UTC(2026, 5, 20)]) {
      const plant = await openPlant();
      const reports = [
        { device: 1, at: at - minute, eh: 1_010 },
        { device: 1, at, eh: 1e9 },
        { device: 1, at: at + minute, eh: 1_020 },
        { device: 1, at: at + 2 * minute, eh: 1_030 },
      ];
      // In the order of live reports, one at a time.
      for (const sample of reports) {
        await plant.report([sample]);
        await plant.job.drain();
      }
      const { bars, totalWh } = await plant.metering.bars(systemScope(), {
        stationId: plant.id,
        by: "day",
        period: "2026-06",
      });
      expect(totalWh).toBeCloseTo(20, 6);
      expect(bars.reduce((sum, bar) => sum + bar.implausibleWh, 0)).toBe(1e9 - 1_010);
      expect(bars.every(({ resets }) => resets === 0)).toBe(true);
    }
  });

  it("is cleared by history that shows the time in between, and set by history that narrows it", async () => {
    const cleared = await openPlant();
    await cleared.report([
      { device: 1, at: noon, eh: 1_000 },
      { device: 1, at: noon + minute, eh: 1_500 },
    ]);
    expect(await readToday(cleared)).toMatchObject({ todayWh: 0, implausibleTodayWh: 500 });
    // The reading before the jump was wrong: it is sent again with another value.
    await cleared.report([{ device: 1, at: noon, eh: 1_490 }]);
    await cleared.report([{ device: 1, at: noon - hour, eh: 1_000 }]);
    expect(await readToday(cleared)).toMatchObject({ todayWh: 500, implausibleTodayWh: 0 });

    const narrowed = await openPlant();
    await narrowed.report([
      { device: 1, at: noon, eh: 1_000 },
      { device: 1, at: noon + hour, eh: 2_500 },
    ]);
    expect(await readToday(narrowed)).toMatchObject({ todayWh: 1_500, implausibleTodayWh: 0 });
    await narrowed.report([{ device: 1, at: noon + hour - minute, eh: 1_400 }]);
    expect(await readToday(narrowed)).toMatchObject({ todayWh: 400, implausibleTodayWh: 1_100 });
  });
});
