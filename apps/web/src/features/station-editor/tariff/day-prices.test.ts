import { expect, it } from "vitest";
import { comparePrices, findGap, findOverlap, formatPart, splitDay, toDayPrices } from "./day-prices.ts";

const period = (start: string, end: string, price = "0.5") => ({ start, end, price });
const describeDay = (...periods: ReturnType<typeof period>[]) =>
  splitDay(periods).map((part) => `${formatPart(part)} ${part.periods.join("+") || "gap"}`);

it("shows gaps, overlaps and edges of 15 minutes of a day [R5.6]", () => {
  expect(describeDay(period("07:15", "11:00"), period("10:45", "24:00"))).toEqual([
    "00:00–07:15 gap",
    "07:15–10:45 0",
    "10:45–11:00 0+1",
    "11:00–24:00 1",
  ]);
  expect(describeDay()).toEqual(["00:00–24:00 gap"]);
});

it("carries a period over midnight [R5.6]", () => {
  expect(describeDay(period("22:00", "06:00"), period("06:00", "22:00"))).toEqual([
    "00:00–06:00 0",
    "06:00–22:00 1",
    "22:00–24:00 0",
  ]);
  expect(describeDay(period("00:00", "24:00"))).toEqual(["00:00–24:00 0"]);
});

it("names the period that overlaps an earlier one as the server does [R5.6]", () => {
  expect(findOverlap([period("07:00", "11:00"), period("11:00", "13:15")])).toBeUndefined();
  expect(findOverlap([period("07:00", "11:00"), period("12:00", "13:00"), period("10:45", "12:00")])).toBe(2);
  expect(findOverlap([period("22:00", "06:00"), period("05:45", "07:00")])).toBe(1);
});

it("suggests the largest gap for a new period, over midnight too", () => {
  expect(findGap([period("08:00", "18:00")])).toEqual({ start: "18:00", end: "08:00" });
  expect(findGap([period("18:00", "08:00")])).toEqual({ start: "08:00", end: "18:00" });
  expect(findGap([period("00:00", "12:00"), period("13:00", "14:00")])).toEqual({
    start: "14:00",
    end: "24:00",
  });
  expect(findGap([period("12:00", "24:00")])).toEqual({ start: "00:00", end: "12:00" });
  expect(findGap([])).toEqual({ start: "00:00", end: "24:00" });
  expect(findGap([period("00:00", "24:00")])).toBeUndefined();
});

it("names the parts of a day whose price changes, with price 0, a negative price and none told apart", () => {
  const fixed = toDayPrices({ method: "fixed", price: "0.25" });
  const byTime = toDayPrices({
    method: "time",
    periods: [
      period("22:00", "06:00", "0"),
      period("06:00", "10:00", "-0.05"),
      period("10:00", "12:00", "0.250"),
    ],
  });
  expect(comparePrices(fixed, byTime)).toEqual([
    { from: 0, to: 24, before: 0.25, after: 0 },
    { from: 24, to: 40, before: 0.25, after: -0.05 },
    { from: 48, to: 88, before: 0.25, after: undefined },
    { from: 88, to: 96, before: 0.25, after: 0 },
  ]);
  expect(comparePrices(fixed, fixed)).toEqual([]);
});
