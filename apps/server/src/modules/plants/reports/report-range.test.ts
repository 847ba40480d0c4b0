import { expect, test } from "vitest";
import { findReportRange, instantsOf, nextPeriod, periodOf } from "./report-range.ts";

test("finds the days of a day, a month and a year", () => {
  expect(findReportRange("day", "2024-02-29")).toMatchObject({ fromDay: "2024-02-29", toDay: "2024-02-29" });
  expect(findReportRange("month", "2024-02")).toMatchObject({ fromDay: "2024-02-01", toDay: "2024-02-29" });
  expect(findReportRange("year", "2026")).toMatchObject({ fromDay: "2026-01-01", toDay: "2026-12-31" });
});

test("refuses a period of another form, and one that is not in the calendar", () => {
  for (const [kind, period] of [
    ["day", "2026-03"],
    ["month", "2026"],
    ["year", "2026-01"],
    ["day", "2026-02-30"],
    ["month", "2026-13"],
  ] as const)
    expect(findReportRange(kind, period)).toBeUndefined();
});

test("periods follow each other", () => {
  expect(nextPeriod("day", "2026-12-31")).toBe("2027-01-01");
  expect(nextPeriod("month", "2026-12")).toBe("2027-01");
  expect(nextPeriod("year", "2026")).toBe("2027");
  expect(periodOf("month", "2026-03-29")).toBe("2026-03");
});

test("a day with a change of the clock has 23 hours", () => {
  const range = findReportRange("day", "2026-03-29");
  if (range === undefined) throw new Error("no range");
  const { fromAt, toAt } = instantsOf(range, "Europe/Berlin");
  expect((toAt - fromAt) / 3_600_000).toBe(23);
});
