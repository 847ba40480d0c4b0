import { expect, test } from "vitest";
import { yearRange } from "./local-days.ts";
import { listZoneOffsets } from "./zone-offsets.ts";

const hours = (zone: string, year: string) =>
  listZoneOffsets(yearRange(year, zone), zone).map(({ fromAt, offsetMs }) => [
    new Date(fromAt).toISOString(),
    offsetMs / 3_600_000,
  ]);

test("lists the changes of a clock in a year", () => {
  expect(hours("Europe/Berlin", "2026")).toEqual([
    ["2025-12-31T23:00:00.000Z", 1],
    ["2026-03-29T01:00:00.000Z", 2],
    ["2026-10-25T01:00:00.000Z", 1],
  ]);
  expect(hours("Australia/Lord_Howe", "2026").map(([, offset]) => offset)).toEqual([11, 10.5, 11]);
});

test("lists one offset where the clock does not change, also one off by 45 minutes", () => {
  expect(hours("Asia/Kathmandu", "2026")).toEqual([["2025-12-31T18:15:00.000Z", 5.75]]);
  expect(listZoneOffsets({ fromAt: 0, toAt: 0 }, "UTC")).toEqual([{ fromAt: 0, offsetMs: 0, lastDay: null }]);
});
