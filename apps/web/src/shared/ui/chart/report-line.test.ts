import { expect, it } from "vitest";
import type { LinePoint } from "./report-line.ts";
import { isAlone, toReportLine } from "./report-line.ts";

const MINUTE_MS = 60_000;
const at = (...minutes: readonly number[]): LinePoint[] => minutes.map((minute) => [minute * MINUTE_MS, 1]);
/** Minutes at which the line is interrupted, with the interval of now in minutes. */
const gapsOf = (points: readonly LinePoint[], interval: number): number[] =>
  toReportLine(points, interval * MINUTE_MS).flatMap(([ms, value]) => (value === null ? ms / MINUTE_MS : []));

it("interrupts the line where more than two reports are missing", () => {
  expect(gapsOf(at(0, 5, 10, 20, 25), 5)).toEqual([]);
  expect(gapsOf(at(0, 5, 10, 40, 45), 5)).toEqual([15]);
  expect(gapsOf(at(0, 5, 60, 120, 125, 130), 5)).toEqual([10, 65]);
});

it("draws reports that came less often than those of now", () => {
  expect(gapsOf(at(0, 5, 10, 15, 20), 1)).toEqual([]);
  expect(gapsOf(at(0, 5, 10, 15, 16, 17, 18), 1)).toEqual([]);
  expect(gapsOf(at(0, 5, 10, 60, 65, 70), 1)).toEqual([15]);
});

it("does not take a spacing of hours for an interval", () => {
  expect(gapsOf(at(0, 60), 5)).toEqual([15]);
  expect(toReportLine(at(7), 1)).toEqual(at(7));
});

it("finds the points that no line leads to", () => {
  const line = toReportLine(at(0, 5, 10, 60, 120, 125), 5 * MINUTE_MS);
  expect(line.filter((_, index) => isAlone(line, index))).toEqual(at(60));
  expect(isAlone(at(7), 0)).toBe(true);
  expect(isAlone([[0, null]], 0)).toBe(false);
});
