import { expect, test } from "vitest";
import { lineColor } from "./line-color.ts";
import { toPoints, toTableRows } from "./series-rows.ts";
import { canZoomIn, isWhole, WHOLE, zoomBy } from "./zoom.ts";

const one = { deviceId: "1", steps: [0, 2], values: [[10, 12]] };
const two = { deviceId: "2", steps: [2, 3], values: [[20, null]] };

test("a row has the values of all devices of a step, null where one has none", () => {
  const rows = toTableRows({ fromAt: "2026-05-01T00:00:00Z", stepS: 300, series: [one, two] });
  expect(rows).toEqual([
    { step: 0, values: [10, null] },
    { step: 2, values: [12, 20] },
    { step: 3, values: [null, null] },
  ]);
});

test("a line is interrupted where reports are missing, not between reports", () => {
  const times = { fromMs: 1_000, stepMs: 100 };
  const reported = { deviceId: "1", steps: [0, 3, 12], values: [[1, 2, 3]] };
  expect(toPoints(reported, 0, { ...times, intervalMs: 200 })).toEqual([
    [1_000, 1],
    [1_300, 2],
    [1_600, null],
    [2_200, 3],
  ]);
});

test("zooming keeps the middle and never leaves the axis", () => {
  expect(zoomBy(WHOLE, 0.5)).toEqual({ start: 25, end: 75 });
  expect(zoomBy({ start: 25, end: 75 }, 1, -0.5)).toEqual({ start: 0, end: 50 });
  expect(zoomBy({ start: 0, end: 50 }, 1, -0.5)).toEqual({ start: 0, end: 50 });
  expect(isWhole(zoomBy({ start: 0, end: 50 }, 4))).toBe(true);
  expect(canZoomIn({ start: 50, end: 51 })).toBe(false);
});

test("lines have colours of their own, and only the first is amber", () => {
  for (const count of [2, 4, 20]) {
    const colors = Array.from({ length: count }, (_, index) => lineColor(index, count, "amber"));
    expect(new Set(colors).size).toBe(count);
    const hues = colors.slice(1).map((color) => Number(/\d+/.exec(color)?.[0]));
    expect(hues.every((hue) => hue > 80 && hue < 350)).toBe(true);
  }
});
