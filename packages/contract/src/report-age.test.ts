import { expect, test } from "vitest";
import { isPowerValid, isValueStale } from "./report-age.ts";

const NOW = Date.parse("2026-06-21T12:00:00Z");
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

test.each([
  [0, 60, true],
  [119.999, 60, true],
  [120, 60, false],
  [599, 300, true],
  [600, 300, false],
])("counts a power of %d s ago at an interval of %d s: %s", (ageS, intervalS, isValid) => {
  expect(isPowerValid(NOW - ageS * 1000, intervalS * 1000, NOW)).toBe(isValid);
});

test.each([
  [134, 60, false],
  [135, 60, true],
  [614, null, false],
  [615, null, true],
])("shows a value of %d s ago at an interval of %s s as stale: %s", (ageS, intervalS, isStale) => {
  expect(isValueStale(ago(ageS), intervalS, NOW)).toBe(isStale);
});
