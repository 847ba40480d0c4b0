import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import type { PlantOptions } from "../../../../../test/fixtures.ts";
import { createConstantSamples, hour, minute, openMeteredPlant } from "../../../../../test/metering.ts";
import { systemScope } from "../../../base/access/scope.ts";
import { markWindows } from "../window-marks.service.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

const openPlant = (options?: PlantOptions) => openMeteredPlant(engines, options);

describe("energies", () => {
  it("count today, month, year and total on the plant's own calendar [R3.9]", async () => {
    // In Kathmandu (UTC+5:45) a day begins at 18:15 UTC.
    const plant = await openPlant({ timeZone: "Asia/Kathmandu" });
    const dayStart = Date.UTC(2026, 5, 19, 18, 15);
    await plant.report(createConstantSamples(1, dayStart - hour, dayStart + 2 * hour, 120));
    await plant.job.drain();
    const other = await openPlant();
    const totals = await plant.metering.energyTotals([plant.key, other.key]);
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

  it("count only the metering level of the time, and never two levels of the same current", async () => {
    const plant = await openPlant({ meteringLevel: "string" });
    const noon = Date.UTC(2026, 5, 20, 12);
    await sql`insert into metering_sets (plant_id, valid_from, level)
      values (${plant.id}, ${new Date(noon)}, 'module')`.execute(engines.db);
    await plant.report([
      ...createConstantSamples(1, noon - hour, noon + hour, 100, { kind: "OPT" }),
      ...createConstantSamples(2, noon - hour, noon + hour, 205, { kind: "SCON" }),
    ]);
    await plant.job.drain();
    const totals = await plant.metering.energyTotals([plant.key]);
    expect(totals.get(plant.key)?.todayWh).toBeCloseTo(205 + 100, 6);
  });

  it("stay as they are when a window is computed again", async () => {
    const plant = await openPlant();
    const samples = createConstantSamples(1, Date.UTC(2026, 5, 20, 8), Date.UTC(2026, 5, 20, 9), 400);
    for (let round = 0; round < 3; round++) {
      await plant.report(samples);
      await plant.job.drain();
    }
    const totals = await plant.metering.energyTotals([plant.key]);
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
    const others = createConstantSamples(2, at + 3 * hour, at + 6 * hour, 20);
    for (const reports of [others, others.slice(-3)]) {
      await plant.report(reports);
      await plant.job.drain();
    }
    const totals = await plant.metering.energyTotals([plant.key]);
    expect(totals.get(plant.key)?.todayWh).toBeCloseTo(300, 6);
    expect(totals.get(plant.key)?.estimatedTodayWh).toBeCloseTo(240, 6);
  });

  it("lose the energy of deleted samples", async () => {
    const plant = await openPlant();
    const at = Date.UTC(2026, 5, 20, 8);
    await plant.report(createConstantSamples(1, at, at + 2 * hour, 100));
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
    const totals = await plant.metering.energyTotals([plant.key]);
    expect(totals.get(plant.key)?.totalWh).toBeCloseTo(100, 6);
  });

  it("start again at each slot a device moves to", async () => {
    const plant = await openPlant();
    const at = Date.UTC(2026, 5, 20, 8);
    await plant.report([
      { device: 1, slot: 1, at, eh: 1_000 },
      { device: 1, slot: 1, at: at + 5 * minute, eh: 1_010 },
      { device: 1, slot: 2, at: at + 10 * minute, eh: 5_000 },
      { device: 1, slot: 2, at: at + 15 * minute, eh: 5_007 },
    ]);
    await plant.job.drain();
    const totals = await plant.metering.energyTotals([plant.key]);
    expect(totals.get(plant.key)?.totalWh).toBeCloseTo(17, 6);
  });
});
