import { expect, test } from "vitest";
import { listDarkSteps } from "./measured-share.ts";

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
