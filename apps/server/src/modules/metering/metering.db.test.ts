import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../test/engines.ts";
import { openTestEngines } from "../../../test/engines.ts";
import type { PlantOptions } from "../../../test/fixtures.ts";
import { createDevice, createPlant } from "../../../test/fixtures.ts";
import { createVirtualClock } from "../../infra/clock.ts";
import { createLogger } from "../../infra/logger.ts";
import { nobodyScope, systemScope } from "../access/access.service.ts";
import { markWindows } from "./marks.service.ts";
import { createMeteringService } from "./metering.service.ts";
import { createRollUpJob } from "./roll-up-job.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

const minute = 60_000;
const hour = 60 * minute;
const clock = createVirtualClock(Date.UTC(2026, 5, 20, 15));

interface TestSample {
  device: number;
  at: number;
  slot?: number;
  kind?: string;
  pw?: number | null;
  eh?: number | null;
  gi?: number | null;
  ta?: number | null;
  vi?: number;
  ii?: number;
}

async function openPlant(options: PlantOptions = {}) {
  const plant = await createPlant(engines.db, options);
  const changed: string[] = [];
  const job = createRollUpJob({
    ...engines,
    clock,
    logger: createLogger({ logLevel: "silent" }),
    onPlantChanged: (plantId) => changed.push(plantId),
    plantKeys: [plant.key],
  });
  async function store(samples: readonly TestSample[]) {
    await engines.clickhouse.insertRows(
      "samples",
      samples.map(({ device, at, slot = 0, kind = "OPT", ...values }) => ({
        plant: plant.key,
        day: new Date(at),
        device,
        at,
        slot,
        kind,
        gateway: 1,
        seq: 1,
        is_history: 0,
        received_at: at + 1_000,
        pw: values.pw ?? null,
        eh: values.eh ?? null,
        gi: values.gi ?? null,
        ta: values.ta ?? null,
        vi: values.vi ?? null,
        ii: values.ii ?? null,
      })),
    );
  }
  return {
    ...plant,
    changed,
    job,
    metering: createMeteringService({ ...engines, clock }),
    store,
    async report(samples: readonly TestSample[]) {
      await store(samples);
      await markWindows(
        engines.db,
        samples.map(({ at }) => ({ plantKey: plant.key, windowAt: at })),
      );
    },
  };
}

/** Reports every five minutes of a steady power, counted by the counter; the end included. */
function steady(
  device: number,
  fromAt: number,
  toAt: number,
  powerW: number,
  extra: Partial<TestSample> = {},
) {
  const samples: TestSample[] = [];
  for (let at = fromAt; at <= toAt; at += 5 * minute)
    samples.push({ device, at, pw: powerW, eh: 1_000 + (powerW * (at - fromAt)) / hour, ...extra });
  return samples;
}

describe("energies", () => {
  it("count today, month, year and total on the plant's own calendar [R3.9]", async () => {
    // In Kathmandu (UTC+5:45) a day begins at 18:15 UTC.
    const plant = await openPlant({ timeZone: "Asia/Kathmandu" });
    const dayStart = Date.UTC(2026, 5, 19, 18, 15);
    await plant.report(steady(1, dayStart - hour, dayStart + 2 * hour, 120));
    await plant.job.drain();
    const other = await openPlant();
    const totals = await plant.metering.energyTotals([
      { key: plant.key, timeZone: "Asia/Kathmandu" },
      { key: other.key, timeZone: "UTC" },
    ]);
    expect(totals.get(plant.key)).toMatchObject({
      firstDay: "2026-06-19",
      backfilledTodayWh: 0,
      estimatedTodayWh: 0,
      resetsToday: 0,
    });
    expect(totals.get(plant.key)?.todayWh).toBeCloseTo(240, 6);
    expect(totals.get(plant.key)?.monthWh).toBeCloseTo(360, 6);
    expect(totals.get(plant.key)?.totalWh).toBeCloseTo(360, 6);
    expect(totals.has(other.key)).toBe(false);
    expect(plant.changed).toEqual([plant.id]);
  });

  it("count only the level that counts at the time, and never two levels of the same current", async () => {
    const plant = await openPlant({ meteringLevel: "string" });
    const noon = Date.UTC(2026, 5, 20, 12);
    await sql`insert into metering_sets (plant_id, valid_from, level)
      values (${plant.id}, ${new Date(noon)}, 'module')`.execute(engines.db);
    await plant.report([
      ...steady(1, noon - hour, noon + hour, 100, { kind: "OPT" }),
      ...steady(2, noon - hour, noon + hour, 205, { kind: "SCON" }),
    ]);
    await plant.job.drain();
    const totals = await plant.metering.energyTotals([{ key: plant.key, timeZone: "UTC" }]);
    expect(totals.get(plant.key)?.todayWh).toBeCloseTo(205 + 100, 6);
  });

  it("stay as they are when a window is computed again", async () => {
    const plant = await openPlant();
    const samples = steady(1, Date.UTC(2026, 5, 20, 8), Date.UTC(2026, 5, 20, 9), 400);
    for (let round = 0; round < 3; round++) {
      await plant.report(samples);
      await plant.job.drain();
    }
    const totals = await plant.metering.energyTotals([{ key: plant.key, timeZone: "UTC" }]);
    expect(totals.get(plant.key)?.totalWh).toBeCloseTo(400, 6);
  });

  it("follow a late sample days back and days forward", async () => {
    const plant = await openPlant();
    const [first, middle, last] = [15, 17, 19].map((day) => Date.UTC(2026, 5, day, 12)) as [
      number,
      number,
      number,
    ];
    await plant.report([
      { device: 1, at: first, eh: 1_000 },
      { device: 1, at: last, eh: 1_500 },
    ]);
    await plant.job.drain();
    const before = await plant.metering.bars(systemScope(), {
      stationId: plant.id,
      by: "day",
      period: "2026-06",
    });
    expect(before.bars[18]).toMatchObject({ period: "2026-06-19", energyWh: 500, estimatedWh: 500 });
    await plant.report([{ device: 1, at: middle, eh: 1_200 }]);
    await plant.job.drain();
    const after = await plant.metering.bars(systemScope(), {
      stationId: plant.id,
      by: "day",
      period: "2026-06",
    });
    expect(after.bars[16]).toMatchObject({ energyWh: 200 });
    expect(after.bars[18]).toMatchObject({ energyWh: 300 });
    expect(after.totalWh).toBe(500);
  });

  it("of a silent unit stay when the window of another is computed again", async () => {
    const plant = await openPlant();
    const at = Date.UTC(2026, 5, 20, 2);
    await plant.report([
      { device: 1, at, eh: 1_000 },
      { device: 1, at: at + 12 * hour, eh: 1_240 },
    ]);
    await plant.job.drain();
    const others = steady(2, at + 3 * hour, at + 6 * hour, 20);
    for (const reports of [others, others.slice(-3)]) {
      await plant.report(reports);
      await plant.job.drain();
    }
    const totals = await plant.metering.energyTotals([{ key: plant.key, timeZone: "UTC" }]);
    expect(totals.get(plant.key)?.todayWh).toBeCloseTo(300, 6);
    expect(totals.get(plant.key)?.estimatedTodayWh).toBeCloseTo(240, 6);
  });

  it("lose what lost its samples", async () => {
    const plant = await openPlant();
    const at = Date.UTC(2026, 5, 20, 8);
    await plant.report(steady(1, at, at + 2 * hour, 100));
    await plant.job.drain();
    await engines.clickhouse.command(
      "alter table samples delete where plant = {plant:UInt32} and at > {at:DateTime64(3)} settings mutations_sync = 2",
      { plant: plant.key, at: at + hour },
    );
    await markWindows(
      engines.db,
      [4, 5, 6, 7, 8].map((window) => ({ plantKey: plant.key, windowAt: at + window * 15 * minute })),
    );
    await plant.job.drain();
    const totals = await plant.metering.energyTotals([{ key: plant.key, timeZone: "UTC" }]);
    expect(totals.get(plant.key)?.totalWh).toBeCloseTo(100, 6);
  });

  it("begin anew at each slot a device moves to", async () => {
    const plant = await openPlant();
    const at = Date.UTC(2026, 5, 20, 8);
    await plant.report([
      { device: 1, slot: 1, at, eh: 1_000 },
      { device: 1, slot: 1, at: at + 5 * minute, eh: 1_010 },
      { device: 1, slot: 2, at: at + 10 * minute, eh: 5_000 },
      { device: 1, slot: 2, at: at + 15 * minute, eh: 5_007 },
    ]);
    await plant.job.drain();
    const totals = await plant.metering.energyTotals([{ key: plant.key, timeZone: "UTC" }]);
    expect(totals.get(plant.key)?.totalWh).toBeCloseTo(17, 6);
  });
});

describe("a rise beyond what a unit can have produced", () => {
  const noon = Date.UTC(2026, 5, 20, 12);

  async function readToday(plant: Awaited<ReturnType<typeof openPlant>>) {
    await plant.job.drain();
    return (await plant.metering.energyTotals([{ key: plant.key, timeZone: "UTC" }])).get(plant.key);
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

  it("is told of the device, in the range that is asked for", async () => {
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
    await plant.report(steady(key, noon, noon + hour, 100_000, { kind: "SCON" }));
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
      // As they come in live, one after another.
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
    // The reading before the jump was wrong: it comes again with another value.
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

describe("bars", () => {
  it("leave a gap where nothing is known, and say what is seeded", async () => {
    const plant = await openPlant();
    const at = Date.UTC(2025, 2, 10, 12);
    await engines.clickhouse.insertRows(
      "unit_windows",
      [0, 1, 2, 3].map((window) => ({
        plant: plant.key,
        window_at: at + window * 15 * minute,
        device: 1,
        slot: 0,
        origin: "demo",
        kind: "OPT",
        energy_wh: 25,
        backfilled_wh: 0,
        estimated_wh: 0,
        resets: 0,
        sample_count: 3,
        computed_at: clock.now(),
      })),
    );
    await plant.metering.rebuildPlantFromUnitWindows(plant.key, at, at + hour);
    await plant.report(steady(1, Date.UTC(2026, 0, 5, 10), Date.UTC(2026, 0, 5, 12), 50));
    await plant.job.drain();
    const years = await plant.metering.bars(systemScope(), { stationId: plant.id, by: "year" });
    expect(years.bars).toMatchObject([
      { period: "2025", energyWh: 100, isDemo: true },
      { period: "2026", energyWh: 100, isDemo: false },
    ]);
    const months = await plant.metering.bars(systemScope(), { stationId: plant.id, by: "month" });
    expect(months.bars).toHaveLength(12);
    expect(months.bars[0]).toMatchObject({ period: "2026-01", energyWh: 100 });
    expect(months.bars[1]).toMatchObject({ period: "2026-02", energyWh: null });
    const curve = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2025-03-10" });
    expect(curve).toMatchObject({ source: "windows", stepS: 900, hasDemoHistory: true, energyWh: 100 });
    expect(curve.points.filter(({ powerW }) => powerW !== null)).toMatchObject(
      Array(4).fill({ powerW: 100 }),
    );
  });

  it("refuse a period that does not fit and a plant that is not in reach", async () => {
    const plant = await openPlant();
    await expect(
      plant.metering.bars(systemScope(), { stationId: plant.id, by: "day", period: "2026" }),
    ).rejects.toMatchObject({ code: "A0400" });
    await expect(
      plant.metering.bars(nobodyScope(), { stationId: plant.id, by: "year" }),
    ).rejects.toMatchObject({
      code: "A0404",
    });
  });
});

describe("the day curve", () => {
  const morning = Date.UTC(2026, 5, 20, 8);

  it("sums the mean power of the counting units and shows a gap as a gap", async () => {
    const plant = await openPlant({ meteringLevel: "module" });
    await plant.report([
      ...steady(1, morning, morning + hour, 100),
      ...steady(2, morning, morning + hour, 50),
      ...steady(3, morning, morning + hour, 500, { kind: "SCON" }),
      ...steady(1, morning + 3 * hour, morning + 4 * hour, 80),
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

  it("draws nothing after now, though a value still stands for the next step", async () => {
    const plant = await openPlant();
    const before = clock.now();
    clock.set(morning + 2 * minute);
    await plant.store([{ device: 1, at: morning + minute, pw: 100 }]);
    const curve = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-20" });
    clock.set(before);
    expect(curve.points.slice(8 * 12, 8 * 12 + 2).map(({ powerW }) => powerW)).toEqual([100, null]);
  });

  it("takes V times A where no power is measured", async () => {
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
    expect(sunny).toMatchObject({ expectedFrom: "clear-sky", expectedBy: "ratings" });
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
    // 9 kWp at 1000 W/m², less what a warm cell loses.
    expect(weather.expected[8 * 12]?.powerW).toBeGreaterThan(7_500);
    expect(weather.expected[8 * 12]?.powerW).toBeLessThan(9_000);
    expect(weather.expected[20 * 12]?.powerW).toBeNull();
  });

  it("tells which share of the daylight so far has data", async () => {
    const place = { latitude: 45, longitude: 0 };
    const plant = await openPlant(place);
    const facts = { ...place, key: plant.key, timeZone: "UTC", level: "module" as const };
    expect(await plant.metering.measuredShareToday(facts)).toBeNull();
    await plant.report(steady(1, Date.UTC(2026, 5, 20, 2), Date.UTC(2026, 5, 20, 9, 55), 100));
    await plant.job.drain();
    const share = await plant.metering.measuredShareToday(facts);
    // The sun is up since about 4:50; it is 15:00 now.
    expect(share).toBeGreaterThan(0.45);
    expect(share).toBeLessThan(0.6);
  });
});

describe("data of a device", () => {
  it("gives the samples of a range of at most eight days", async () => {
    const plant = await openPlant();
    const device = await createDevice(engines.db, { type: "OPT", plantId: plant.id });
    const at = Date.UTC(2026, 5, 20, 8);
    await plant.store([
      { device: device.key, at, vi: 40, ii: 5, eh: 12 },
      { device: device.key + 1, at, vi: 40, ii: 5 },
    ]);
    const query = { deviceId: device.id, fromAt: "2026-06-14T00:00:00Z", toAt: "2026-06-21T00:00:00Z" };
    const { rows } = await plant.metering.deviceData(systemScope(), query);
    expect(rows).toEqual([
      {
        at: "2026-06-20T08:00:00.000Z",
        inputVoltageV: 40,
        inputCurrentA: 5,
        outputVoltageV: null,
        outputCurrentA: null,
        powerW: 200,
        temperatureC: null,
        generationWh: 12,
      },
    ]);
    await expect(
      plant.metering.deviceData(systemScope(), { ...query, fromAt: "2026-06-12T00:00:00Z" }),
    ).rejects.toMatchObject({ code: "A0400" });
    await expect(plant.metering.deviceData(nobodyScope(), query)).rejects.toMatchObject({ code: "A0404" });
  });
});
