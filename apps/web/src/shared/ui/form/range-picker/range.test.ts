import { expect, it } from "vitest";
import type { DayRange, RangeKind } from "./range.ts";
import {
  clipRange,
  daysIn,
  isWithin,
  monthsIn,
  rangeAround,
  rangeOfPreset,
  readRange,
  stepRange,
  stepWithin,
  toInstants,
  writeRange,
} from "./range.ts";

const all: readonly RangeKind[] = ["day", "week", "month", "year", "own"];
const bounds = { first: "2025-03-10", today: "2026-11-21" };
const hours = (range: DayRange, zone: string): number => {
  const { fromAt, toAt } = toInstants(range, zone);
  return (toAt - fromAt) / 3_600_000;
};

it("knows the day, week, month and year around a day", () => {
  const around = (kind: Exclude<RangeKind, "own">, day: string): string[] => {
    const { from, to } = rangeAround(kind, day);
    return [from, to];
  };
  expect(around("day", "2026-11-21")).toEqual(["2026-11-21", "2026-11-21"]);
  expect(around("week", "2026-11-21")).toEqual(["2026-11-16", "2026-11-22"]);
  expect(around("week", "2026-11-22")).toEqual(["2026-11-16", "2026-11-22"]);
  expect(around("month", "2028-02-10")).toEqual(["2028-02-01", "2028-02-29"]);
  expect(around("month", "2026-12-31")).toEqual(["2026-12-01", "2026-12-31"]);
  expect(around("year", "2026-07-01")).toEqual(["2026-01-01", "2026-12-31"]);
});

it("counts presets from the plant's own today", () => {
  expect(rangeOfPreset("yesterday", { today: "2026-03-01" }).from).toBe("2026-02-28");
  const week = rangeOfPreset("last7", { today: "2026-11-21" });
  expect([week.from, week.to, daysIn(week)]).toEqual(["2026-11-15", "2026-11-21", 7]);
  expect(daysIn(rangeOfPreset("last30", { today: "2026-11-21" }))).toBe(30);
  expect(writeRange(rangeOfPreset("thisMonth", { today: "2026-11-21" }))).toBe("2026-11");
  expect(writeRange(rangeOfPreset("lastMonth", { today: "2026-01-31" }))).toBe("2025-12");
  expect(writeRange(rangeOfPreset("thisYear", { today: "2026-11-21" }))).toBe("2026");
});

it("ends custom ranges with their last day, which may be before today", () => {
  const whole = { ...bounds, lastDay: "2026-11-20" };
  expect(writeRange(rangeOfPreset("last7", whole))).toBe("2026-11-14~2026-11-20");
  expect(writeRange(rangeOfPreset("today", whole))).toBe("2026-11-21");
  const today: DayRange = { kind: "own", from: "2026-11-21", to: "2026-11-21" };
  expect(writeRange(clipRange(today, whole, 31))).toBe("2026-11-20~2026-11-20");
  expect(stepWithin(rangeOfPreset("last7", whole), 1, whole)).toBeUndefined();
  expect(stepWithin(rangeAround("day", "2026-11-20"), 1, whole)).toMatchObject({ from: "2026-11-21" });
});

it("steps by the same kind and length", () => {
  expect(writeRange(stepRange(rangeAround("month", "2026-01-31"), -1))).toBe("2025-12");
  expect(writeRange(stepRange(rangeAround("week", "2026-12-30"), 1))).toBe("2027-W01");
  const own: DayRange = { kind: "own", from: "2026-02-27", to: "2026-03-02" };
  expect(writeRange(stepRange(own, 1))).toBe("2026-03-03~2026-03-06");
  expect(stepRange(stepRange(own, 1), -1)).toEqual(own);
});

it("steps to a custom range that ends today instead of a shorter one, and no further", () => {
  const step = (range: DayRange, count: 1 | -1) => {
    const next = stepWithin(range, count, bounds);
    return next && writeRange(next);
  };
  const own: DayRange = { kind: "own", from: "2026-10-22", to: "2026-11-20" };
  expect(step(own, 1)).toBe("2026-10-23~2026-11-21");
  expect(step({ ...own, from: "2026-10-23", to: "2026-11-21" }, 1)).toBeUndefined();
  expect(step({ ...own, from: "2026-08-01", to: "2026-08-30" }, 1)).toBe("2026-08-31~2026-09-29");
  expect(step(own, -1)).toBe("2026-09-22~2026-10-21");
  expect(step({ ...own, from: "2025-03-09", to: "2025-03-11" }, -1)).toBeUndefined();
  expect(step(rangeAround("month", "2026-10-05"), 1)).toBe("2026-11");
  expect(step(rangeAround("month", "2026-11-05"), 1)).toBeUndefined();
  expect(step(rangeAround("month", "2024-02-05"), 1)).toBe("2024-03");
  expect(step(rangeAround("month", "2024-02-05"), -1)).toBeUndefined();
});

it("has 23 hours on the day clocks go forward and 25 on the day they go back", () => {
  expect(hours(rangeAround("day", "2026-03-29"), "Europe/Berlin")).toBe(23);
  expect(hours(rangeAround("day", "2026-10-25"), "Europe/Berlin")).toBe(25);
  expect(hours(rangeAround("day", "2026-11-21"), "Europe/Berlin")).toBe(24);
  expect(hours(rangeAround("week", "2026-10-25"), "Europe/Berlin")).toBe(7 * 24 + 1);
  expect(hours(rangeAround("day", "2026-10-04"), "Australia/Lord_Howe")).toBe(23.5);
});

it("writes itself into an address and reads itself back", () => {
  for (const text of ["2026-11-21", "2026-W47", "2026-11", "2026", "2026-11-01~2026-11-09", "2026-W01"]) {
    const range = readRange(text, all, bounds);
    expect(range === undefined ? undefined : writeRange(range)).toBe(text);
  }
});

it("knows the weeks at the turn of a year", () => {
  expect(writeRange(rangeAround("week", "2027-01-01"))).toBe("2026-W53");
  expect(writeRange(rangeAround("week", "2025-12-29"))).toBe("2026-W01");
  expect(readRange("2025-W53", all, bounds)).toBeUndefined();
});

it("takes no nonsense, no other kind, and nothing outside of first day and today", () => {
  for (const text of ["", "2026-13", "2026-02-30", "yesterday", "2026-11-09~2026-11-01", "2026-W99", "2027"])
    expect(readRange(text, all, bounds)).toBeUndefined();
  expect(readRange("2025-03-09", all, bounds)).toBeUndefined();
  expect(readRange("2025-03", all, bounds)).toMatchObject({ from: "2025-03-01" });
  expect(readRange("2026", ["day"], bounds)).toBeUndefined();
  expect(isWithin(stepRange(rangeAround("day", bounds.today), 1), bounds)).toBe(false);
});

it("cuts an own range at today and at its greatest length", () => {
  const long: DayRange = { kind: "own", from: "2026-01-01", to: "2026-12-31" };
  expect(clipRange(long, bounds, 31)).toEqual({ kind: "own", from: "2026-10-22", to: "2026-11-21" });
  expect(clipRange(rangeAround("year", "2026-01-01"), bounds, 31).to).toBe("2026-12-31");
});

it("names the months it touches", () => {
  expect(monthsIn({ kind: "own", from: "2025-12-30", to: "2026-02-01" })).toEqual([
    "2025-12",
    "2026-01",
    "2026-02",
  ]);
  expect(monthsIn(rangeAround("day", "2026-11-21"))).toEqual(["2026-11"]);
});
