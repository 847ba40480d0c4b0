import { expect, test } from "vitest";
import { addDays, addMonths, firstWeekStart, listDays } from "./calendar.ts";

test("steps over month ends, leap days and years", () => {
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(addDays("2025-02-28", 1)).toBe("2025-03-01");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
});

test("adds months to months and to days, staying within the month", () => {
  expect(addMonths("2025-11", 3)).toBe("2026-02");
  expect(addMonths("2025-01", -1)).toBe("2024-12");
  expect(addMonths("2024-01-31", 1)).toBe("2024-02-29");
  expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
  expect(addMonths("2024-02-29", 12)).toBe("2025-02-28");
});

test("lists days with both ends", () => {
  expect(listDays("2026-02-27", "2026-03-02")).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
    "2026-03-02",
  ]);
  expect(listDays("2026-02-27", "2026-02-27")).toEqual(["2026-02-27"]);
  expect(listDays("2026-02-27", "2026-02-26")).toEqual([]);
});

test("starts the first week of a year on the Monday before its fourth day", () => {
  expect([2020, 2021, 2024, 2026].map(firstWeekStart)).toEqual([
    "2019-12-30",
    "2021-01-04",
    "2024-01-01",
    "2025-12-29",
  ]);
});

test.each(["2026-02-30", "2026-13-01", "2026-1-01", "", "today", "2026-01-01T00:00"])(
  "refuses a text that is no day: '%s'",
  (text) => {
    expect(() => addDays(text, 1)).toThrow(RangeError);
  },
);
