import { describe, expect, it } from "vitest";
import { completeSets, levelAt } from "./metering-sets.ts";
import { getMeasuredGapMs } from "./roll-up/roll-up-plants.ts";
import { joinWindows, startOfWindow, WINDOW_MS } from "./windows.ts";

describe("windows", () => {
  it("begin at quarter hours of UTC", () => {
    expect(startOfWindow(Date.UTC(2026, 5, 20, 12, 29, 59, 999))).toBe(Date.UTC(2026, 5, 20, 12, 15));
  });

  it("join into one range up to the given distance, in any order and given twice", () => {
    const at = (index: number) => index * WINDOW_MS;
    expect(joinWindows([at(9), at(0), at(1), at(4), at(1)], 2 * WINDOW_MS)).toEqual([
      { fromAt: at(0), toAt: at(5) },
      { fromAt: at(9), toAt: at(10) },
    ]);
    expect(joinWindows([], 0)).toEqual([]);
  });
});

describe("the level that counts", () => {
  it("is the set's of the time, and before the first set the first one's", () => {
    const sets = completeSets([
      { validFrom: 2_000, level: "ac-meter" },
      { validFrom: 1_000, level: "string" },
    ]);
    expect([0, 1_500, 2_000].map((at) => levelAt(sets, at))).toEqual(["string", "string", "ac-meter"]);
  });

  it("is the module by default", () => {
    expect(levelAt(completeSets([]), 5)).toBe("module");
  });
});

describe("growth is an estimate", () => {
  it.each([
    [60, 600_000],
    [300, 750_000],
    [900, 2_250_000],
  ])("at a report interval of %i s when it took longer than %i ms", (intervalS, gapMs) => {
    expect(getMeasuredGapMs(intervalS)).toBe(gapMs);
  });
});
