import fc from "fast-check";
import { expect, test } from "vitest";
import { energyByWindow } from "./energy-by-window.ts";
import { judgeReadings } from "./judge-readings.ts";
import { maxGrowthWh } from "./plausible-growth.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const RATED_W = 600;

/** Steps of one reading a minute as "kind growth". */
const stepsOf = (counters: readonly number[], gapMs = MINUTE_MS): string[] =>
  judgeReadings(
    counters.map((counterWh, index) => ({ at: index * gapMs, counterWh })),
    RATED_W,
  ).map(({ from, to, kind }) => `${kind} ${to.counterWh - from.counterWh}`);

test("bounds growth by 1.3 times the rated power and by one step of the counter over seconds", () => {
  expect(maxGrowthWh(600, HOUR_MS)).toBe(780);
  expect(maxGrowthWh(600, MINUTE_MS)).toBe(13);
  expect(maxGrowthWh(360, 10_000)).toBe(2);
});

test("counts growth up to the bound and marks what is beyond it", () => {
  expect(stepsOf([1000, 1013, 1026])).toEqual(["growth 13", "growth 13"]);
  expect(stepsOf([1000, 1014, 1024])).toEqual(["implausible 14", "growth 10"]);
});

test("leaves a single impossible reading out and goes on from the one before it", () => {
  expect(stepsOf([1010, 1e9, 1020])).toEqual(["implausible 999998990", "growth 10"]);
  expect(stepsOf([1010, 1e9, 1020, 2e9, 1030])).toEqual([
    "implausible 999998990",
    "growth 10",
    "implausible 1999998980",
    "growth 10",
  ]);
});

test("goes on from the higher value after a jump that stays", () => {
  expect(stepsOf([1010, 1e9, 1e9 + 10, 1e9 + 20])).toEqual([
    "implausible 999998990",
    "growth 10",
    "growth 10",
  ]);
});

test("keeps a jump apart from the resets beside it", () => {
  // The value after the jump is below the one before it: the counter was reset.
  expect(stepsOf([1010, 1e9, 30, 40])).toEqual(["implausible 999998990", "reset -999999970", "growth 10"]);
  // Two impossible readings in a row are no single one.
  expect(stepsOf([1010, 1e9, 1e9, 1020])).toEqual(["implausible 999998990", "growth 0", "reset -999998980"]);
  // A fall for one reading adds nothing on its way back either.
  expect(stepsOf([1010, 0, 1020, 1030])).toEqual(["reset -1010", "implausible 1020", "growth 10"]);
  expect(stepsOf([1e9, 1010, 1020])).toEqual(["reset -999998990", "growth 10"]);
});

test("judges by the time between the readings, so that a reading in between can clear a mark or set one", () => {
  expect(stepsOf([1000, 1500], HOUR_MS)).toEqual(["growth 500"]);
  const late = [
    { at: 0, counterWh: 1000 },
    { at: HOUR_MS, counterWh: 1500 },
  ];
  const atEnd = { at: HOUR_MS - MINUTE_MS, counterWh: 1000 + 10 };
  expect(judgeReadings([...late, atEnd], RATED_W).map(({ kind }) => kind)).toEqual(["growth", "implausible"]);
  const jump = [
    { at: 0, counterWh: 1000 },
    { at: MINUTE_MS, counterWh: 1200 },
  ];
  const earlier = { at: -HOUR_MS, counterWh: 1000 - 400 };
  expect(judgeReadings([...jump, earlier], RATED_W).map(({ kind }) => kind)).toEqual([
    "growth",
    "implausible",
  ]);
});

test("judges growth after an unchanged counter by the unchanged time, at most a quarter of an hour", () => {
  const still = (minutes: number, step: number) => [...Array(minutes).fill(1000), 1000 + step];
  // Ten watt-hours a step at 600 W: one step a minute.
  expect(stepsOf(still(10, 130)).at(-1)).toBe("growth 130");
  expect(stepsOf(still(10, 131)).at(-1)).toBe("implausible 131");
  expect(stepsOf(still(60, 195)).at(-1)).toBe("growth 195");
  expect(stepsOf(still(60, 196)).at(-1)).toBe("implausible 196");
});

test("marks a jump in the window of its reading, adds nothing for it, and counts what goes on around a single one", () => {
  const windows = energyByWindow(
    [
      { at: 0, counterWh: 1000 },
      { at: 10 * MINUTE_MS, counterWh: 1010 },
      { at: 20 * MINUTE_MS, counterWh: 1_000_001_010 },
      { at: 30 * MINUTE_MS, counterWh: 1030 },
    ],
    { ratedPowerW: RATED_W, measuredGapMs: 10 * MINUTE_MS },
  );
  expect([...windows].sort(([a], [b]) => a - b)).toEqual([
    [0, { energyWh: 15, estimatedWh: 5, implausibleWh: 0, resets: 0 }],
    [15 * MINUTE_MS, { energyWh: 15, estimatedWh: 15, implausibleWh: 1_000_000_000, resets: 0 }],
  ]);
});

/** A counter that stays, grows, falls and jumps at any time. */
const life = fc
  .array(
    fc.record({
      gapS: fc.oneof(fc.constantFrom(60, 300, 900), fc.integer({ min: 1, max: 30 * 3600 })),
      toWh: fc.oneof(
        { weight: 6, arbitrary: fc.record({ by: fc.integer({ min: 0, max: 60 }) }) },
        { weight: 1, arbitrary: fc.record({ by: fc.constantFrom(500, 5_000, 1e9) }) },
        { weight: 1, arbitrary: fc.record({ to: fc.constantFrom(0, 1_000, 1_060, 1e9, 1e9 + 10) }) },
      ),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let at = 0;
    let counterWh = 1_000;
    return steps.map(({ gapS, toWh }) => {
      at += gapS * 1000;
      counterWh = "by" in toWh ? counterWh + toWh.by : toWh.to;
      return { at, counterWh };
    });
  });

test("depends neither on the order of readings nor on repeats", () => {
  const doubled = life.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: 2 * list.length })),
  );
  fc.assert(
    fc.property(doubled, ([list, shuffled]) => {
      expect(judgeReadings(shuffled, RATED_W)).toEqual(judgeReadings(list, RATED_W));
    }),
  );
});

test("never counts more than the unit can have produced between the first and the last reading", () => {
  fc.assert(
    fc.property(life, (list) => {
      const windows = [...energyByWindow(list, { ratedPowerW: RATED_W }).values()];
      const energyWh = windows.reduce((sum, window) => sum + window.energyWh, 0);
      const spanMs = (list.at(-1)?.at ?? 0) - (list[0]?.at ?? 0);
      // A counter may be late by a quarter of an hour, and a step ahead at each reading.
      expect(energyWh).toBeLessThanOrEqual(maxGrowthWh(RATED_W, spanMs + 900_000) + list.length);
    }),
  );
});

test("changes nothing for counters that never jump", () => {
  fc.assert(
    fc.property(life, (list) => {
      const isPlausible = judgeReadings(list, RATED_W).every(({ kind }) => kind !== "implausible");
      fc.pre(isPlausible);
      expect(energyByWindow(list, { ratedPowerW: RATED_W })).toEqual(energyByWindow(list));
    }),
  );
});
