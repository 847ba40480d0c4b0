import fc from "fast-check";
import { expect, test } from "vitest";
import { describeDataset } from "../../test/datasets.ts";
import type { WindowEnergy } from "./energy-by-window.ts";
import { energyByWindow, QUARTER_HOUR_MS } from "./energy-by-window.ts";
import type { CounterSample } from "./judge-readings.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

const samples = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 5 * 24 * 3600 }).map((s) => s * 1000),
    counterWh: fc.nat(100_000),
  }),
  { maxLength: 60 },
);
const distinctSamples = samples.map((list) => [...new Map(list.map((s) => [s.at, s])).values()]);

const sumOf = (windows: Map<number, WindowEnergy>, key: keyof WindowEnergy): number =>
  [...windows.values()].reduce((total, window) => total + window[key], 0);

function pairsOf(list: readonly CounterSample[]): [CounterSample, CounterSample][] {
  const sorted = list.toSorted((a, b) => a.at - b.at);
  return sorted.slice(1).map((sample, index) => [sorted[index] as CounterSample, sample]);
}

test("spreads growth over the windows it overlaps in proportion to time [R1.3]", () => {
  const windows = energyByWindow([
    { at: 10 * MINUTE_MS, counterWh: 1000 },
    { at: 35 * MINUTE_MS, counterWh: 1050 },
  ]);
  expect([...windows]).toEqual([
    [0, { energyWh: 10, estimatedWh: 10, implausibleWh: 0, resets: 0 }],
    [15 * MINUTE_MS, { energyWh: 30, estimatedWh: 30, implausibleWh: 0, resets: 0 }],
    [30 * MINUTE_MS, { energyWh: 10, estimatedWh: 10, implausibleWh: 0, resets: 0 }],
  ]);
});

test("calls growth measured up to the given gap and estimated beyond it", () => {
  const pair = [
    { at: 0, counterWh: 0 },
    { at: 5 * MINUTE_MS, counterWh: 20 },
  ];
  expect(energyByWindow(pair, { measuredGapMs: 5 * MINUTE_MS }).get(0)?.estimatedWh).toBe(0);
  expect(energyByWindow(pair, { measuredGapMs: 5 * MINUTE_MS - 1 }).get(0)?.estimatedWh).toBe(20);
});

test("adds nothing for a fall, counts it, and goes on from the new value", () => {
  const windows = energyByWindow([
    { at: 0, counterWh: 700 },
    { at: 20 * MINUTE_MS, counterWh: 100 },
    { at: 25 * MINUTE_MS, counterWh: 130 },
  ]);
  expect([...windows]).toEqual([
    [15 * MINUTE_MS, { energyWh: 30, estimatedWh: 0, implausibleWh: 0, resets: 1 }],
  ]);
});

test("spreads 26 hours of silence and gives more to the window of the later reading", () => {
  const after = (gapMs: number) =>
    energyByWindow([
      { at: 0, counterWh: 0 },
      { at: gapMs, counterWh: 1040 },
    ]);
  expect(after(26 * HOUR_MS).size).toBe(104);
  expect(after(26 * HOUR_MS).get(0)?.energyWh).toBeCloseTo(10, 9);
  expect([...after(26 * HOUR_MS + 1)]).toEqual([
    [26 * HOUR_MS, { energyWh: 1040, estimatedWh: 1040, implausibleWh: 0, resets: 0 }],
  ]);
});

test("uses the highest of several readings of one instant", () => {
  const windows = energyByWindow([
    { at: 0, counterWh: 10 },
    { at: MINUTE_MS, counterWh: 30 },
    { at: MINUTE_MS, counterWh: 40 },
    { at: MINUTE_MS, counterWh: 20 },
  ]);
  expect([...windows]).toEqual([[0, { energyWh: 30, estimatedWh: 0, implausibleWh: 0, resets: 0 }]]);
});

test("shows a window that was measured and gained nothing, and none that was not", () => {
  const still = energyByWindow([
    { at: 0, counterWh: 5 },
    { at: 10 * MINUTE_MS, counterWh: 5 },
  ]);
  expect([...still]).toEqual([[0, { energyWh: 0, estimatedWh: 0, implausibleWh: 0, resets: 0 }]]);
  expect(energyByWindow([{ at: 0, counterWh: 5 }]).size).toBe(0);
  expect(energyByWindow([]).size).toBe(0);
});

test("depends neither on the order of samples nor on repeats", () => {
  const doubled = samples.chain((list) => {
    const twice = [...list, ...list];
    return fc.tuple(fc.constant(list), fc.shuffledSubarray(twice, { minLength: twice.length }));
  });
  fc.assert(
    fc.property(doubled, ([list, shuffled]) => {
      expect(energyByWindow(shuffled)).toEqual(energyByWindow(list));
    }),
  );
});

test("gives all windows together the total growth without the falls, and a reset for each fall", () => {
  fc.assert(
    fc.property(distinctSamples, fc.constantFrom(MINUTE_MS, QUARTER_HOUR_MS, HOUR_MS), (list, windowMs) => {
      const growths = pairsOf(list).map(([from, to]) => to.counterWh - from.counterWh);
      const growthWh = growths.reduce((total, growth) => total + Math.max(growth, 0), 0);
      const windows = energyByWindow(list, { windowMs });
      expect(sumOf(windows, "energyWh")).toBeCloseTo(growthWh, 4);
      expect(sumOf(windows, "resets")).toBe(growths.filter((growth) => growth < 0).length);
    }),
  );
});

test("gives each window a start on its own grid and no more estimated than energy, none below zero", () => {
  fc.assert(
    fc.property(distinctSamples, (list) => {
      for (const [startAt, window] of energyByWindow(list)) {
        expect(startAt % QUARTER_HOUR_MS).toBe(0);
        expect(window.estimatedWh).toBeGreaterThanOrEqual(0);
        expect(window.energyWh).toBeGreaterThanOrEqual(window.estimatedWh);
      }
    }),
  );
});

test("splits the total at any instant: what is before and what is after add up", () => {
  fc.assert(
    fc.property(distinctSamples, fc.nat(60), (list, cut) => {
      const sorted = list.toSorted((a, b) => a.at - b.at);
      const [before, after] = [sorted.slice(0, cut + 1), sorted.slice(cut)];
      const apart = sumOf(energyByWindow(before), "energyWh") + sumOf(energyByWindow(after), "energyWh");
      expect(apart).toBeCloseTo(sumOf(energyByWindow(list), "energyWh"), 4);
    }),
  );
});

describeDataset("a real optimizer's day counter", "modules/tigo-ts4-energy-4s.csv", (lines) => {
  test("counts its two falls once each and adds up the growth around them [R1.3]", () => {
    const rows = lines()
      .slice(1)
      .map((line) => line.split(","));
    const list = rows
      .map(([, state, changed]) => ({ at: Date.parse(changed ?? ""), counterWh: Number(state) }))
      .filter((sample) => Number.isFinite(sample.counterWh));
    const windows = energyByWindow(list);
    const first = list[0]?.counterWh ?? Number.NaN;
    const last = list.at(-1)?.counterWh ?? Number.NaN;
    expect(sumOf(windows, "resets")).toBe(2);
    // From the first value to the first peak, between the falls, and from the last base to the end.
    const growthWh = 783.25 - first + (347.1 - 302.79) + (last - 302.79);
    expect(sumOf(windows, "energyWh")).toBeCloseTo(growthWh, 6);
    expect([...windows.keys()].every((at) => at >= Date.UTC(2026, 2, 7, 10))).toBe(true);
  });
});
