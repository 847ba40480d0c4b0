import { describe, expect, it, test } from "vitest";
import {
  addVersion,
  averagePrice,
  findOverlap,
  findPricedDays,
  findWithoutLength,
  listQuarterPrices,
} from "./tariff-rules.ts";

const period = (start: string, end: string) => ({ start, end, price: "0.5" });

describe("time-based prices", () => {
  it("lets periods touch and leave hours without a price [R5.6]", () => {
    expect(
      findOverlap([period("07:00", "11:00"), period("11:00", "13:15"), period("18:00", "24:00")]),
    ).toBeUndefined();
  });

  it("names the period that overlaps an earlier one [R5.6]", () => {
    expect(findOverlap([period("07:00", "11:00"), period("12:00", "13:00"), period("10:45", "12:00")])).toBe(
      2,
    );
  });

  it("carries a period over midnight [R5.6]", () => {
    expect(findOverlap([period("22:00", "06:00"), period("06:00", "22:00")])).toBeUndefined();
    expect(findOverlap([period("22:00", "06:00"), period("05:45", "07:00")])).toBe(1);
  });

  it("reads equal start and end of an older tariff as the whole day [R5.6]", () => {
    expect(findOverlap([period("00:00", "00:00"), period("12:00", "12:15")])).toBe(1);
  });
});

test("names the period whose start and end are the same time, but not the whole day", () => {
  expect(findWithoutLength([period("00:00", "24:00")])).toBeUndefined();
  expect(findWithoutLength([period("22:00", "06:00"), period("06:00", "00:00")])).toBeUndefined();
  expect(findWithoutLength([period("22:00", "06:00"), period("07:00", "07:00")])).toBe(1);
  expect(findWithoutLength([period("24:00", "00:00")])).toBe(0);
  expect(findWithoutLength([period("00:00", "00:00")])).toBe(0);
});

describe("averagePrice", () => {
  it("weighs the prices of a day by the energy of its hours, and hours without a price as nothing", () => {
    const tariff = {
      method: "time",
      periods: [
        { start: "22:00", end: "06:00", price: "0.10" },
        { start: "06:00", end: "12:30", price: "0.40" },
      ],
    } as const;
    const hours = (...weights: [hour: number, weight: number][]) => {
      const day = new Array<number>(24).fill(0);
      for (const [hour, weight] of weights) day[hour] = weight;
      return day;
    };
    expect(averagePrice({ method: "fixed", price: "0.25" }, [])).toBe(0.25);
    expect(averagePrice({ ...tariff, periods: [...tariff.periods] }, hours([23, 1], [11, 1]))).toBeCloseTo(
      0.25,
      9,
    );
    expect(averagePrice({ ...tariff, periods: [...tariff.periods] }, hours([12, 1]))).toBeCloseTo(0.2, 9);
    expect(averagePrice({ ...tariff, periods: [...tariff.periods] }, hours([15, 1]))).toBe(0);
    expect(averagePrice({ ...tariff, periods: [...tariff.periods] }, hours())).toBeUndefined();
  });
});

describe("listQuarterPrices", () => {
  it("carries a period over midnight and leaves a gap without a price", () => {
    const prices = listQuarterPrices({
      method: "time",
      periods: [
        { start: "23:30", end: "00:30", price: "0" },
        { start: "00:30", end: "00:45", price: "-0.05" },
      ],
    });
    expect(prices.slice(0, 4)).toEqual(["0", "0", "-0.05", undefined]);
    expect(prices.slice(93)).toEqual([undefined, "0", "0"]);
    expect(prices).toHaveLength(96);
  });

  it("gives a fixed price to the whole day", () => {
    expect(new Set(listQuarterPrices({ method: "fixed", price: "0.25" }))).toEqual(new Set(["0.25"]));
  });
});

describe("a version among others", () => {
  const [may, july] = [{ validFrom: "2026-05-01" }, { validFrom: "2026-07-01" }];
  const period = { firstDay: "2026-04-20", today: "2026-08-10" };
  const priced = (validFrom: string, change: object = {}) =>
    findPricedDays([may, july], { validFrom }, { ...period, ...change });

  it("is put between them, and replaces one that begins on the same day", () => {
    const june = { validFrom: "2026-06-01" };
    expect(addVersion([may, july], june)).toEqual([may, june, july]);
    const other = { ...may, price: "1" };
    expect(addVersion([may, july], other)).toEqual([other, july]);
    expect(addVersion([], june)).toEqual([june]);
  });

  it("prices the days until the next one begins, or until today", () => {
    expect(priced("2026-06-01")).toEqual({ fromDay: "2026-06-01", toDay: "2026-06-30" });
    expect(priced("2026-07-15")).toEqual({ fromDay: "2026-07-15", toDay: "2026-08-10" });
    expect(priced("2026-06-01", { today: "2026-06-10" })).toEqual({
      fromDay: "2026-06-01",
      toDay: "2026-06-10",
    });
    expect(priced("2026-08-11")).toBeUndefined();
  });

  it("prices the days before it where it is the first", () => {
    expect(priced("2026-05-01")).toEqual({ fromDay: "2026-04-20", toDay: "2026-06-30" });
    expect(priced("2026-05-01", { firstDay: "2026-05-03" })).toEqual({
      fromDay: "2026-05-01",
      toDay: "2026-06-30",
    });
    expect(priced("2026-05-01", { firstDay: null })).toMatchObject({ fromDay: "2026-05-01" });
  });
});
