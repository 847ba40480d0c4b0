import { describe, expect, it } from "vitest";
import { drawGrowth, formatRows, roundUp } from "./growing-picture.ts";

describe("the picture of the growth", () => {
  it("has a round axis above the largest value", () => {
    expect([0.3, 1, 17, 23, 41, 70_000].map(roundUp)).toEqual([0.4, 1, 20, 25, 50, 100_000]);
  });

  it("names rows in short", () => {
    expect([0, 115_200, 1_115_000, 10_400_000, 100_000_000].map(formatRows)).toEqual([
      "0",
      "115 k",
      "1.1 M",
      "10 M",
      "100 M",
    ]);
  });

  it("shows each figure, larger ones higher, in colors for light and dark pages", () => {
    const svg = drawGrowth([
      { storedRows: 0, samplesPerCpuSecond: 60_000, listP95Ms: 20, curveP95Ms: 30 },
      { storedRows: 10_000_000, samplesPerCpuSecond: 50_000, listP95Ms: 24, curveP95Ms: 33 },
    ]);
    for (const text of [">60 k<", ">50 k<", ">20<", ">24<", ">30<", ">33<", ">10 M<"])
      expect(svg).toContain(text);
    const heights = [...svg.matchAll(/cy="([\d.]+)"/g)].map(([, y]) => Number(y));
    expect(heights).toHaveLength(6);
    expect(heights[0]).toBeLessThan(heights[1] ?? 0);
    expect(heights[2]).toBeGreaterThan(heights[3] ?? 0);
    expect(svg).toContain("prefers-color-scheme: dark");
    expect(svg).not.toContain("NaN");
  });
});
