import { describe, expect, it } from "vitest";
import { createDirectColumns, MODULE_VALUES } from "../module-reports.ts";
import { createTotals } from "./totals.ts";

const shape = { modules: 4, intervalS: 60 };
const atMs = Date.UTC(2026, 5, 20, 10);
const samples = createDirectColumns(
  [0, 1].map((turn) => ({ gateway: 0, turn, atMs })),
  shape,
);

function createStored() {
  const totals = createTotals();
  totals.add(samples);
  const sumOf = (name: string) =>
    Array.from({ length: samples.count }, (_, row) => Number(samples.columns[name]?.[row])).reduce(
      (total, value) => total + value,
    );
  const stored = Object.fromEntries(MODULE_VALUES.map((name) => [name, { count: 8, sum: sumOf(name) }]));
  return { totals, stored };
}

describe("what a peer has stored", () => {
  it("is accepted when every value is there, in single precision", () => {
    const { totals, stored } = createStored();
    const rounded = Object.entries(stored).map(([name, { count, sum }]) => [
      name,
      { count, sum: Math.fround(sum) },
    ]);
    expect(() => totals.check(Object.fromEntries(rounded))).not.toThrow();
    expect(totals.samples()).toBe(8);
    expect(totals.range().toMs).toBeLessThanOrEqual(atMs);
  });

  it("is refused when one value is missing", () => {
    const { totals, stored } = createStored();
    const { tp, ...rest } = stored;
    expect(() => totals.check(rest)).toThrow("0 of 8 values tp are stored");
    expect(() => totals.check({ ...rest, tp: { count: 7, sum: tp?.sum ?? 0 } })).toThrow("7 of 8 values tp");
  });

  it("is refused when a value is another one", () => {
    const { totals, stored } = createStored();
    const vi = { count: 8, sum: (stored.vi?.sum ?? 0) + 0.01 };
    expect(() => totals.check({ ...stored, vi })).toThrow("values vi add up to");
  });
});
