import { expect, test } from "vitest";
import type { Column } from "./row-check.ts";
import { findMismatches } from "./row-check.ts";

const columns: Column[] = [
  { name: "id", kinds: ["string"], isOptional: false },
  { name: "endedAt", kinds: ["Date", "null"], isOptional: false },
  { name: "total", kinds: ["number"], isOptional: true },
];

test("accepts a row of its declared type", () => {
  expect(findMismatches(columns, { id: "a", endedAt: null })).toEqual([]);
  expect(findMismatches(columns, { id: "a", endedAt: new Date(), total: 1, unread: "x" })).toEqual([]);
});

test("names a column that another alias hides", () => {
  expect(findMismatches(columns, { id: "a", ended_at: null })).toEqual(["endedAt is missing"]);
});

test("names a column whose values are of another kind", () => {
  expect(findMismatches(columns, { id: "a", endedAt: "2026-01-01", total: "12" })).toEqual([
    "endedAt is string, not Date | null",
    "total is string, not number",
  ]);
});
