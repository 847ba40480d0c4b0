import { sunPosition } from "@heliograph/solar";
import { expect, test } from "vitest";
import { listDarkSteps, listDaylightWindows } from "./measured-share.ts";

const hour = 3_600_000;
const range = { fromAt: Date.UTC(2026, 11, 21), toAt: Date.UTC(2026, 11, 22) };

test("the sun of Turin is above 5° from 7:30 to 15:00 UTC on the shortest day", () => {
  const dark = listDarkSteps({ latitude: 45.07, longitude: 7.69 }, range, hour / 2);
  // Sunrise is at 7:04, sunset at 15:50; at that latitude the sun needs about 40 minutes for 5°.
  expect(dark).toEqual([...Array(48).keys()].filter((step) => step < 15 || step >= 30));
});

test("no step is dark where the coordinates are unknown, and each in a polar night", () => {
  expect(listDarkSteps({ latitude: null, longitude: null }, range, hour)).toEqual([]);
  expect(listDarkSteps({ latitude: 78.2, longitude: 15.6 }, range, hour)).toHaveLength(24);
});

test.each([0, 45.07, -33.9, 66.5, 89])(
  "a year's daylight windows are those with the sun above 5° in their middle: latitude %d",
  (latitude) => {
    const place = { latitude, longitude: 7.69 };
    const year = { fromAt: Date.UTC(2026, 0, 1), toAt: Date.UTC(2027, 0, 1) };
    const window = hour / 4;
    const each = Array.from({ length: 365 * 96 }, (_, index) => year.fromAt + index * window).filter(
      (at) => sunPosition({ ...place, at: at + window / 2 }).apparentElevationDeg > 5,
    );
    expect(listDaylightWindows(place, year, year.toAt)).toEqual(each);
    const now = Date.UTC(2026, 6, 1, 12, 20);
    expect(listDaylightWindows(place, year, now)).toEqual(each.filter((at) => at + window <= now));
  },
);
