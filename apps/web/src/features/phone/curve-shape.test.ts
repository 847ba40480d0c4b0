import { expect, it } from "vitest";
import type { DayCurve } from "./curve-shape.ts";
import { areaPath, findPoint, linePath, roundUpW } from "./curve-shape.ts";

const hour = (index: number): string => new Date(index * 3_600_000).toISOString();
const frame = { fromAt: 0, toAt: 4 * 3_600_000, maxW: 100 };
const point = (index: number, powerW: number | null) => ({ at: hour(index), powerW });

it("leaves gaps open and draws a lone point as a dot", () => {
  const points = [point(0, 0), point(1, 50), point(2, null), point(3, 100)];
  expect(linePath(points, frame)).toBe("M0.0 400.0L250.0 200.0M750.0 0.0L750.0 0.0");
  expect(areaPath(points.slice(0, 2), frame)).toBe("M0.0 400L0.0 400.0L250.0 200.0L250.0 400Z");
});

it("ends the power axis at a round figure", () => {
  expect([0, 950, 1_000, 1_340, 4_580, 99_999].map(roundUpW)).toEqual([
    1_000, 1_000, 1_000, 1_500, 5_000, 100_000,
  ]);
});

it("finds the point under a finger", () => {
  const curve = { fromAt: hour(0), toAt: hour(4), points: [point(0, 1), point(1, 2), point(3, 3)] };
  const at = (share: number) => findPoint(curve as unknown as DayCurve, share)?.powerW;
  expect([at(0), at(0.3), at(0.9)]).toEqual([1, 2, 3]);
  expect(findPoint({ ...curve, points: [] } as unknown as DayCurve, 0.5)).toBeUndefined();
});
