import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import type { PlantOptions } from "../../../../../test/fixtures.ts";
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
