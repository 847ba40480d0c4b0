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
import { sessionlessScope, systemScope } from "../../../base/access/scope.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

const openPlant = (options?: PlantOptions) => openMeteredPlant(engines, options);

describe("bars", () => {
  it("have a gap where there is no data, and mark seeded history", async () => {
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
        computed_at: meteringClock.now(),
      })),
    );
    await plant.metering.rebuildPlantFromUnitWindows(plant.key, at, at + hour);
    await plant.report(createConstantSamples(1, Date.UTC(2026, 0, 5, 10), Date.UTC(2026, 0, 5, 12), 50));
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

  it("say which share of the daylight so far was measured, since the plant's first day", async () => {
    const plant = await openPlant({ latitude: 45, longitude: 0 });
    const [whole, cut, today] = [10, 12, 20].map((day) => Date.UTC(2026, 5, day)) as [number, number, number];
    const now = meteringClock.now();
    await plant.report([
      ...createConstantSamples(1, whole, whole + 24 * hour, 100),
      ...createConstantSamples(1, cut + 6 * hour, cut + 12 * hour, 100),
      ...createConstantSamples(1, today, now, 100),
    ]);
    await plant.job.drain();
    const read = async (by: "day" | "week" | "month" | "year") => {
      const { bars } = await plant.metering.bars(systemScope(), { stationId: plant.id, by });
      return new Map(bars.map((bar) => [bar.period, bar]));
    };
    const days = await read("day");
    expect(days.get("2026-06-09")).toMatchObject({ energyWh: null, measuredShare: null });
    expect(days.get("2026-06-10")?.measuredShare).toBe(1);
    expect(days.get("2026-06-11")).toMatchObject({ energyWh: null, measuredShare: 0 });
    expect(days.get("2026-06-20")?.measuredShare).toBe(1);
    expect(days.get("2026-06-21")).toMatchObject({ energyWh: null, measuredShare: null });
    // Of the 58 windows with the sun above 5°, those between six and noon.
    const half = days.get("2026-06-12")?.measuredShare ?? 0;
    const curve = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-12" });
    expect(half).toBe(curve.coverage.measuredShare);
    expect(half).toBeCloseTo(24 / 58, 1);
    const all = (await read("month")).get("2026-06")?.measuredShare;
    expect(all).toBeGreaterThan(half / 4);
    expect(all).toBeLessThan(half);
    expect((await read("year")).get("2026")?.measuredShare).toBe(all);
    expect((await read("month")).get("2026-05")?.measuredShare).toBeNull();
    expect((await read("week")).get("2026-W25")).toMatchObject({ measuredShare: expect.any(Number) });
  });

  it("do not lack the windows of today that the next report measures, where reports are an hour apart", async () => {
    const plant = await openPlant({ latitude: 45, longitude: 0 });
    const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
    await sql`update gateways set report_interval_s = 3600 where device_id = ${gateway.id}`.execute(
      engines.db,
    );
    const midnight = Date.UTC(2026, 5, 20);
    const hourly = Array.from({ length: 15 }, (_, index) => ({
      ...{ device: 1, at: midnight + index * hour, pw: 100, eh: 100 * index },
    }));
    await plant.report(hourly);
    await plant.job.drain();
    const { bars } = await plant.metering.bars(systemScope(), { stationId: plant.id, by: "day" });
    expect(bars.find(({ period }) => period === "2026-06-20")).toMatchObject({ measuredShare: 1 });
  });

  it("count the windows of the level that counted at their time, and do not know the share without coordinates", async () => {
    const place = { latitude: 45, longitude: 0 };
    const [plant, elsewhere] = [await openPlant({ ...place, meteringLevel: "string" }), await openPlant()];
    const noon = Date.UTC(2026, 5, 17, 12);
    for (const { report, job } of [plant, elsewhere]) {
      await report(createConstantSamples(1, noon - 12 * hour, noon + 12 * hour, 100));
      await job.drain();
    }
    await sql`insert into metering_sets (plant_id, valid_from, level)
      values (${plant.id}, ${new Date(noon)}, 'module')`.execute(engines.db);
    await plant.metering.rebuildPlantFromUnitWindows(plant.key, noon - 12 * hour, noon + 12 * hour);
    const read = async ({ id }: { id: string }) => {
      const { bars } = await plant.metering.bars(systemScope(), { stationId: id, by: "day" });
      return bars[16];
    };
    expect((await read(plant))?.measuredShare).toBeCloseTo(0.5, 1);
    expect(await read(elsewhere)).toMatchObject({ energyWh: expect.any(Number), measuredShare: null });
  });

  it("refuse a period of another form and a plant that is not in scope", async () => {
    const plant = await openPlant();
    await expect(
      plant.metering.bars(systemScope(), { stationId: plant.id, by: "day", period: "2026" }),
    ).rejects.toMatchObject({ code: "A0400" });
    await expect(
      plant.metering.bars(sessionlessScope(), { stationId: plant.id, by: "year" }),
    ).rejects.toMatchObject({
      code: "A0404",
    });
  });
});
