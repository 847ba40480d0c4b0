import { describe, expect, it } from "vitest";
import type { RatioOfDay } from "./decline.ts";
import { findDecline } from "./decline.ts";
import { decideFinding } from "./findings.ts";

const daysOf = (count: number, ratioOf: (day: number) => number): RatioOfDay[] =>
  Array.from({ length: count }, (_, day) => ({ day, ratio: ratioOf(day) }));
/** The same irregular deviations each time, up to 2 %. */
const noise = (day: number): number => 0.02 * Math.sin(day * 12.9898);

describe("findDecline", () => {
  it("returns the loss of a unit that falls behind steadily", () => {
    expect(findDecline(daysOf(60, (day) => 1 - 0.15 * (day / 59) + noise(day)))).toBeCloseTo(0.15, 1);
  });

  it("returns nothing for noise, a small loss, a recovery, a single step that is over, or too few days", () => {
    expect(findDecline(daysOf(90, (day) => 1 + noise(day)))).toBeUndefined();
    expect(findDecline(daysOf(60, (day) => 1 - 0.03 * (day / 59) + noise(day)))).toBeUndefined();
    expect(findDecline(daysOf(60, (day) => (day < 50 ? 1 - 0.2 * (day / 50) : 1)))).toBeUndefined();
    expect(findDecline(daysOf(60, (day) => (day > 20 && day < 40 ? 0.8 : 1) + noise(day)))).toBeUndefined();
    expect(findDecline(daysOf(13, (day) => 1 - 0.02 * day))).toBeUndefined();
    expect(findDecline([])).toBeUndefined();
  });
});

describe("decideFinding", () => {
  const normal = { state: "normal", bestRatio: 1 } as const;

  it("raises dead and half power on the first day", () => {
    expect(decideFinding({ state: "silent", bestRatio: 0 }, [])).toBe("dead");
    expect(decideFinding({ state: "half", bestRatio: 0.5 }, [])).toBe("half");
    expect(decideFinding(normal, [])).toBeUndefined();
  });

  it("raises two thirds of the power after five such days", () => {
    const third = { state: "normal", bestRatio: 0.72 } as const;
    expect(
      decideFinding(
        third,
        daysOf(4, () => 0.72),
      ),
    ).toBeUndefined();
    expect(
      decideFinding(
        third,
        daysOf(5, () => 0.72),
      ),
    ).toBe("half");
  });

  it("ends half power only well above its limit", () => {
    expect(decideFinding({ state: "normal", bestRatio: 0.78 }, [], "half")).toBe("half");
    expect(decideFinding({ state: "normal", bestRatio: 0.85 }, [], "half")).toBeUndefined();
  });

  it("raises a decline, and ends it when the unit is cleaned", () => {
    const declining = daysOf(40, (day) => 1 - 0.004 * day);
    expect(decideFinding({ state: "normal", bestRatio: 0.84 }, declining)).toBe("declining");
    const cleaned = [
      ...declining,
      ...daysOf(12, () => 1).map(({ day, ratio }) => ({ day: 40 + day, ratio })),
    ];
    expect(decideFinding(normal, cleaned, "declining")).toBeUndefined();
  });
});
