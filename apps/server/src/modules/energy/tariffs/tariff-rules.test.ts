import { describe, expect, it } from "vitest";
import { findOverlap } from "./tariff-rules.ts";

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

  it("treats equal start and end as the whole day [R5.6]", () => {
    expect(findOverlap([period("00:00", "00:00"), period("12:00", "12:15")])).toBe(1);
  });
});
