import fc from "fast-check";
import { expect, test } from "vitest";
import { energyByWindow } from "./energy-by-window.ts";
import { trapezoidCounter } from "./trapezoid-counter.ts";

const HOUR_MS = 3_600_000;

test("counts the area under the power, one reading a point, in order of time", () => {
  const points = [
    { at: HOUR_MS, powerW: 300 },
    { at: 0, powerW: 100 },
    { at: 2 * HOUR_MS, powerW: 300 },
  ];
  expect(trapezoidCounter(points, HOUR_MS)).toEqual([
    { at: 0, counterWh: 0 },
    { at: HOUR_MS, counterWh: 200 },
    { at: 2 * HOUR_MS, counterWh: 500 },
  ]);
});

test("adds nothing beside a null, over too long a gap and for negative power", () => {
  const readings = (powers: (number | null)[], maxGapMs = HOUR_MS): number[] =>
    trapezoidCounter(
      powers.map((powerW, index) => ({ at: index * HOUR_MS, powerW })),
      maxGapMs,
    ).map((sample) => sample.counterWh);
  expect(readings([100, null, 100, 100])).toEqual([0, 0, 0, 100]);
  expect(readings([100, 100], HOUR_MS - 1)).toEqual([0, 0]);
  expect(readings([-50, 100, -50])).toEqual([0, 50, 100]);
});

test("never falls, so that its energy is its last value", () => {
  const point = fc.record({
    at: fc.integer({ min: 0, max: 86_400 }).map((seconds) => seconds * 1000),
    powerW: fc.option(fc.integer({ min: -20, max: 1000 })),
  });
  fc.assert(
    fc.property(fc.uniqueArray(point, { maxLength: 50, selector: (p) => p.at }), (points) => {
      const counter = trapezoidCounter(points, HOUR_MS);
      const windows = [...energyByWindow(counter).values()];
      const energyWh = windows.reduce((total, window) => total + window.energyWh, 0);
      expect(energyWh).toBeCloseTo(counter.at(-1)?.counterWh ?? 0, 6);
      expect(windows.every((window) => window.resets === 0)).toBe(true);
    }),
  );
});
