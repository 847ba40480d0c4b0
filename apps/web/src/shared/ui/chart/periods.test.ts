import { expect, it } from "vitest";
import { findFiner, isCurrent, longLabel, shortLabel } from "./periods.ts";

const periods = ["2026-03-29", "2026-W13", "2026-03", "2026"];

it("leads from a year to its months, and from a month or a week to its days", () => {
  expect(periods.map(findFiner)).toEqual([
    undefined,
    { by: "day", period: "2026-W13" },
    { by: "day", period: "2026-03" },
    { by: "month", period: "2026" },
  ]);
  expect(findFiner(undefined)).toBeUndefined();
});

it("labels each period by what it is", () => {
  expect(periods.map((period) => shortLabel(period, "en-GB"))).toEqual(["29", "W13", "Mar", "2026"]);
  expect(periods.map((period) => longLabel(period, "en-GB"))).toEqual([
    "29/03/2026",
    "23/03/2026 – 29/03/2026",
    "March 2026",
    "2026",
  ]);
});

it("is current from the first to the last day of the period", () => {
  const currentAt = (today: string) => periods.filter((period) => isCurrent(period, today));
  expect(currentAt("2026-03-29")).toEqual(periods);
  expect(currentAt("2026-03-23")).toEqual(["2026-W13", "2026-03", "2026"]);
  expect(currentAt("2026-03-30")).toEqual(["2026-03", "2026"]);
});
