import { describe, expect, it } from "vitest";
import { judgeUnits } from "./judge-units.ts";
import type { UnitDay } from "./unit-day.ts";

/** A bell over 24 hours, its top at an hour: the course of a clear day on a plane that faces that way. */
const bell = (peakHour: number, peakWh = 300): number[] =>
  Array.from({ length: 24 }, (_, hour) => {
    const away = Math.abs(hour - peakHour);
    return away < 6 ? peakWh * Math.cos((away / 6) * (Math.PI / 2)) : 0;
  });

const unit = (energyWh: readonly number[], facts: Partial<UnitDay> = {}): UnitDay => ({
  energyWh,
  isMeasured: energyWh.map(() => true),
  ...facts,
});
const south = (share = 1, facts: Partial<UnitDay> = {}) =>
  unit(
    bell(12).map((wh) => wh * share),
    facts,
  );
/** Less in the hours between two. */
const shaded = (fromHour: number, toHour: number, share: number) =>
  unit(bell(12).map((wh, hour) => (hour >= fromHour && hour < toHour ? wh * share : wh)));
const silent = (facts: Partial<UnitDay> = {}) =>
  unit(Array(24).fill(0), { isMeasured: Array(24).fill(false), ...facts });
const several = (count: number, make: (index: number) => UnitDay) =>
  Array.from({ length: count }, (_, index) => make(index));

const judge = (units: readonly UnitDay[]) => judgeUnits(units, { minDayWh: 300 });
const statesOf = (units: readonly UnitDay[]) => judge(units).map((verdict) => verdict?.state);

describe("judgeUnits", () => {
  const healthy = several(12, (index) => south(1 + (index - 6) / 300));

  it("finds units that give nothing, half, or are not heard, and what they lost", () => {
    const verdicts = judge([...healthy, south(0), south(0.5), silent()]);
    expect(verdicts.slice(0, 12).every((verdict) => verdict?.state === "normal")).toBe(true);
    expect(verdicts.slice(12).map((verdict) => verdict?.state)).toEqual(["dead", "half", "silent"]);
    const dayWh = bell(12).reduce((total, wh) => total + wh, 0);
    expect(verdicts[12]?.lostWh).toBeCloseTo(dayWh, -2);
    expect(verdicts[13]?.lostWh).toBeCloseTo(dayWh / 2, -2);
  });

  it("does not take shade of some hours for half power, however deep", () => {
    expect(
      statesOf([...healthy, shaded(0, 11, 0.1), shaded(10, 15, 0.3), shaded(14, 24, 0)]).slice(12),
    ).toEqual(["normal", "normal", "normal"]);
  });

  it("compares units that face the same way without knowing which way", () => {
    const roof = [
      ...several(10, () => unit(bell(9))),
      ...several(10, () => unit(bell(15))),
      unit(bell(9, 150)),
      unit(bell(15, 150)),
    ];
    expect(statesOf(roof).slice(20)).toEqual(["half", "half"]);
    expect(new Set(statesOf(roof).slice(0, 20))).toEqual(new Set(["normal"]));
  });

  it("compares by rated power where that of every unit is known", () => {
    const small = several(6, () => south(0.5, { ratedPowerW: 200 }));
    const large = several(6, () => south(1, { ratedPowerW: 400 }));
    expect(new Set(statesOf([...small, ...large]))).toEqual(new Set(["normal"]));
    expect(statesOf([...small, ...large, south(0.5, { ratedPowerW: 400 })]).at(-1)).toBe("half");
  });

  it("calls no unit half where many are: modules of unknown size differ", () => {
    expect(statesOf([...healthy, ...several(6, () => south(0.5))])).not.toContain("half");
  });

  it("compares a unit with its own group where that is large enough", () => {
    const low = several(8, () => south(0.5, { group: "low" }));
    const high = several(8, () => south(1, { group: "high" }));
    expect(new Set(statesOf([...low, ...high]))).toEqual(new Set(["normal"]));
  });

  it("takes silence for a dead unit only while its gateway hears others", () => {
    const behind = (gateway: string) => several(6, () => south(1, { gateway }));
    const roof = [
      ...behind("one"),
      silent({ gateway: "one" }),
      ...several(6, () => silent({ gateway: "two" })),
    ];
    expect(statesOf(roof)).toEqual([...Array(6).fill("normal"), "silent", ...Array(6).fill("normal")]);
  });

  it("judges no unit without light or without three peers", () => {
    expect(new Set(statesOf(several(10, () => south(0.1))))).toEqual(new Set([undefined]));
    expect(new Set(statesOf([south(), south(), south(0)]))).toEqual(new Set([undefined]));
    expect(judge([])).toEqual([]);
  });

  it("finds a dead string although most of the plant is dead", () => {
    const states = statesOf([...several(6, () => south()), ...several(14, () => south(0))]);
    expect(states.filter((state) => state === "dead")).toHaveLength(14);
  });

  it("takes days as segments too: half power must have been there on each", () => {
    const days = several(8, () => unit([1_200, 450, 1_100]));
    const states = statesOf([...days, unit([300, 400, 500]), unit([600, 225, 550])]);
    expect(states.slice(8)).toEqual(["normal", "half"]);
  });
});
