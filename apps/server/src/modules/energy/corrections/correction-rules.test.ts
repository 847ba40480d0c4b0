import { expect, it } from "vitest";
import { findBounds, findProblems } from "./correction-rules.ts";

const plant = {
  installedCapacityKwp: 10,
  gridConnectionDate: "2026-03-01",
  firstDataDay: null,
  today: "2026-06-20",
};
const problemsOf = (day: string, energyKwh: number) =>
  findProblems({ day, energyKwh }, plant).map(({ path, key }) => [path, key]);

it("accepts days from the plant's first one to yesterday", () => {
  expect(problemsOf("2026-06-19", 0)).toEqual([]);
  expect(problemsOf("2026-03-01", 44.5)).toEqual([]);
  expect(findBounds({ ...plant, firstDataDay: "2026-02-11" }).firstDay).toBe("2026-02-11");
  expect(findBounds({ ...plant, firstDataDay: "2026-04-11" }).firstDay).toBe("2026-03-01");
});

it("refuses a day that is not over, a day before the plant's first one, and more than it can produce", () => {
  expect(problemsOf("2026-06-20", 1)).toEqual([["day", "field.correctionNotOver"]]);
  expect(problemsOf("2027-01-01", 1)).toEqual([["day", "field.correctionNotOver"]]);
  expect(problemsOf("2026-02-28", 1)).toEqual([["day", "field.correctionTooEarly"]]);
  expect(problemsOf("2026-06-19", 312)).toEqual([]);
  expect(problemsOf("2026-06-19", 1e12)).toEqual([["energyKwh", "field.correctionTooHigh"]]);
});
