import { energyByWindow } from "@heliograph/solar";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../../test/fixtures.ts";
import { propertyRuns } from "../../../../../test/full-run.ts";
import { systemClock } from "../../../../infra/clock.ts";
import { createLogger } from "../../../../infra/logger.ts";
import { listPlantsByKey } from "../plants.repository.ts";
import { markWindows } from "../window-marks.service.ts";
import { listRatings } from "./ratings.repository.ts";
import { createRollUpJob } from "./roll-up-job.ts";
import { rollUpPlants } from "./roll-up-plants.ts";

let engines: TestEngines;
let ownerId: string;
beforeAll(async () => {
  engines = await openTestEngines();
  ownerId = (await createPlant(engines.db)).ownerId;
});
afterAll(() => engines.close());

interface TestSample {
  device: number;
  slot?: number;
  at: number;
  eh: number | null;
  isHistory?: boolean;
}

const start = Date.UTC(2026, 5, 20);
const minute = 60_000;
let arrivals = 0;

async function openPlant() {
  const plant = await createPlant(engines.db, { ownerId });
  const ratedKeys: number[] = [];
  for (let unit = 1; unit <= 3; unit++)
    ratedKeys.push((await createDevice(engines.db, { type: "OPT", plantId: plant.id, ratedPowerW })).key);
  /** Units 1 to 3 have known ratings, the others do not. */
  const keyOf = (device: number) => ratedKeys[device - 1] ?? device;
  const job = createRollUpJob({
    ...engines,
    clock: systemClock,
    logger: createLogger({ logLevel: "silent" }),
    onEnergyChanged: () => {},
    plantKeys: [plant.key],
  });
  return {
    ...plant,
    job,
    /** Stores a report and marks it, as ingest does. */
    async report(samples: readonly TestSample[]) {
      arrivals++;
      await engines.clickhouse.insertRows(
        "samples",
        samples.map(({ device, slot = 0, at, eh, isHistory = false }) => ({
          plant: plant.key,
          day: new Date(at),
          device: keyOf(device),
          at,
          slot,
          kind: "OPT",
          gateway: 1,
          seq: arrivals,
          is_history: isHistory ? 1 : 0,
          received_at: start + 90 * 86_400_000 + arrivals,
          eh,
        })),
      );
      await markWindows(
        engines.db,
        samples.map(({ at }) => ({ plantKey: plant.key, windowAt: at })),
      );
    },
    readWindows(device: number) {
      return engines.clickhouse.query<WindowRow>(
        `select window_at, slot, energy_wh, backfilled_wh, estimated_wh, implausible_wh, resets, is_measured, sample_count
        from unit_windows final where plant = {plant:UInt32} and device = {device:UInt32}
          and (energy_wh > 0 or implausible_wh > 0 or resets > 0 or sample_count > 0)
        order by slot, window_at`,
        { plant: plant.key, device: keyOf(device) },
      );
    },
    readDays() {
      return engines.clickhouse.query<DayRow>(
        `select plant_day, energy_wh, estimated_wh, implausible_wh, backfilled_wh, resets, window_count
        from plant_days final where plant = {plant:UInt32} order by plant_day`,
        { plant: plant.key },
      );
    },
  };
}

interface WindowRow {
  window_at: string;
  slot: number;
  energy_wh: number;
  backfilled_wh: number;
  estimated_wh: number;
  implausible_wh: number;
  resets: number;
  is_measured: number;
  sample_count: number;
}

interface DayRow {
  plant_day: string;
  energy_wh: number;
  estimated_wh: number;
  implausible_wh: number;
  backfilled_wh: number;
  resets: number;
  window_count: number;
}

const ratedPowerW = 400;

function expectSameEnergies(rows: readonly WindowRow[], samples: readonly TestSample[]): void {
  const readings = samples.map(({ at, eh }) => ({ at, counterWh: eh as number }));
  const expected = [...energyByWindow(readings, { measuredGapMs: 750_000, ratedPowerW })]
    .filter(([, { energyWh, implausibleWh, resets }]) => energyWh > 0 || implausibleWh > 0 || resets > 0)
    .sort(([a], [b]) => a - b);
  const found = rows.filter((row) => row.energy_wh > 0 || row.implausible_wh > 0 || row.resets > 0);
  expect(found.map((row) => [Date.parse(row.window_at), row.resets])).toEqual(
    expected.map(([at, { resets }]) => [at, resets]),
  );
  found.forEach((row, index) => {
    expect(row.energy_wh).toBeCloseTo(expected[index]?.[1].energyWh ?? Number.NaN, 6);
    expect(row.estimated_wh).toBeCloseTo(expected[index]?.[1].estimatedWh ?? Number.NaN, 6);
    expect(row.implausible_wh).toBeCloseTo(expected[index]?.[1].implausibleWh ?? Number.NaN, 5);
  });
}

/**
 * Readings of one unit: steps of a few seconds to two days, a counter that mostly grows, sometimes stalls, falls, or jumps
 * for one reading or for good. A step of the counter is about what the unit can produce in it, or far beyond.
 */
const unitLife = fc
  .array(
    fc.record({
      gapS: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 5, max: 1_200 }) },
        { weight: 3, arbitrary: fc.constantFrom(300, 750, 900) },
        { weight: 2, arbitrary: fc.integer({ min: 1_200, max: 26 * 3_600 }) },
        { weight: 1, arbitrary: fc.constantFrom(26 * 3_600, 26 * 3_600 + 1, 50 * 3_600) },
      ),
      share: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 0, max: 120 }).map((percent) => percent / 100) },
        { weight: 2, arbitrary: fc.constantFrom(1.5, 4, 1_000) },
      ),
      change: fc.oneof(
        { weight: 10, arbitrary: fc.constant("grows" as const) },
        { weight: 3, arbitrary: fc.constantFrom("stands", "falls", "returns", "jumps" as const) },
      ),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((steps) => {
    let at = start;
    let eh = 5_000;
    let usual = eh;
    return steps.map(({ gapS, share, change }) => {
      at += gapS * 1_000;
      const growthWh = Math.round((ratedPowerW * gapS * share) / 3_600);
      if (change === "grows") eh += growthWh;
      if (change === "falls") eh = Math.floor(eh / 3);
      if (change === "returns") eh = usual + Math.min(growthWh, 50);
      if (change === "jumps") eh += 1_000_000;
      else usual = eh;
      return { at, eh };
    });
  });

const delivery = fc.array(unitLife, { minLength: 1, maxLength: 3 }).chain((lives) => {
  const samples = lives.flatMap((life, index) => life.map((sample) => ({ ...sample, device: index + 1 })));
  return fc.record({
    samples: fc.constant(samples),
    // Every sample once in any order, and some of them again later.
    order: fc
      .tuple(
        fc.shuffledSubarray(samples, { minLength: samples.length, maxLength: samples.length }),
        fc.subarray(samples),
      )
      .map(([once, again]) => [...once, ...again]),
    isComputedAfter: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
    batchSize: fc.integer({ min: 1, max: 12 }),
  });
});

describe("the roll-up", () => {
  it("computes the same energies as the rule in packages/solar, in any order of arrival", async () => {
    await fc.assert(
      fc.asyncProperty(delivery, async ({ samples, order, isComputedAfter, batchSize }) => {
        const plant = await openPlant();
        for (let index = 0; index * batchSize < order.length; index++) {
          await plant.report(order.slice(index * batchSize, (index + 1) * batchSize));
          if (isComputedAfter[index % isComputedAfter.length]) await plant.job.drain();
        }
        await plant.job.drain();
        let totalWh = 0;
        for (const device of new Set(samples.map((sample) => sample.device))) {
          const rows = await plant.readWindows(device);
          expectSameEnergies(
            rows,
            samples.filter((sample) => sample.device === device),
          );
          totalWh += rows.reduce((sum, row) => sum + row.energy_wh, 0);
        }
        const days = await plant.readDays();
        expect(days.reduce((sum, day) => sum + day.energy_wh, 0)).toBeCloseTo(totalWh, 5);
      }),
      { numRuns: propertyRuns(25) },
    );
  }, 300_000);

  it("leaves out a single impossible reading also when the next one comes two days later", async () => {
    const plant = await openPlant();
    const hour = 60 * minute;
    const samples = [
      { device: 1, at: start, eh: 5_000 },
      { device: 1, at: start + 5 * minute, eh: 40_000 },
      { device: 1, at: start + 50 * hour, eh: 12_000 },
    ];
    await plant.report(samples);
    await plant.job.drain();
    const rows = await plant.readWindows(1);
    expectSameEnergies(rows, samples);
    expect(rows.reduce((sum, row) => sum + row.resets, 0)).toBe(0);
  });

  it("computes the same day energy in every order of arrival of ten reports with a reset, a duplicate, a late and an unordered one", async () => {
    const counters = [1_000, 1_040, 1_090, 1_150, 1_210, 30, 90, 160, 230];
    const reports = counters.map((eh, index) => ({ device: 7, at: start + (index + 100) * 5 * minute, eh }));
    // The duplicate; the late one is whichever comes last.
    reports.push({ ...(reports[3] as (typeof reports)[number]) });
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(reports, { minLength: 10, maxLength: 10 }),
        fc.integer({ min: 0, max: 9 }),
        async (order, computedAfter) => {
          const plant = await openPlant();
          for (const [index, sample] of order.entries()) {
            await plant.report([sample]);
            if (index === computedAfter) await plant.job.drain();
          }
          await plant.job.drain();
          const [day, ...others] = await plant.readDays();
          expect(others).toEqual([]);
          expect(day).toMatchObject({ plant_day: "2026-06-20", resets: 1, estimated_wh: 0 });
          expect(day?.energy_wh).toBeCloseTo(210 + 200, 6);
        },
      ),
      { numRuns: propertyRuns(15) },
    );
  }, 300_000);
});

it("gives what it computes versions by the clock of PostgreSQL, which all processes and replicas share", async () => {
  const plant = await openPlant();
  await plant.report([
    { device: 1, at: start, eh: 100 },
    { device: 1, at: start + 5 * minute, eh: 110 },
  ]);
  await engines.db.transaction().execute(async (trx) => {
    // A clock of PostgreSQL that differs from that of ClickHouse.
    await sql`create schema ahead`.execute(trx);
    await sql`create function ahead.clock_timestamp() returns timestamptz language sql
      as 'select timestamptz ''2031-02-03T04:05:06.789Z'' '`.execute(trx);
    await sql`set local search_path = ahead, pg_catalog, public`.execute(trx);
    const [[metered], [ratings]] = [
      await listPlantsByKey(trx, [plant.key]),
      await listRatings(trx, [plant.key]),
    ];
    if (!metered || !ratings) throw new Error("no plant");
    await rollUpPlants({ db: trx, clickhouse: engines.clickhouse }, [
      { plant: metered, ratings, windows: [start] },
    ]);
    await sql`drop schema ahead cascade`.execute(trx);
  });
  for (const table of ["unit_windows", "plant_windows", "plant_days"])
    expect(
      await engines.clickhouse.query(
        `select distinct toString(computed_at) as at from ${table} where plant = {plant:UInt32}`,
        { plant: plant.key },
      ),
      table,
    ).toEqual([{ at: "2031-02-03 04:05:06.789" }]);
});
