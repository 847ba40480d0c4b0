import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { birth, data } from "../test/samples.ts";
import { expandRows, packRows, toCell } from "./index.ts";

const columns = birth.columns["3"]!;

describe("packing samples", () => {
  it("gives the columns that the design of the link shows", () => {
    const rows = [
      { unit: 1, at: data.t, values: { vi: 40.35, ii: 8.123, st: 4, sw: 1 } },
      { unit: 2, at: data.t - 4000, values: { vi: null, st: 4, sw: 1, tp: 25 } },
    ];
    expect(packRows(columns, data.t, rows)).toEqual([
      [1, 2],
      [0, -4],
      [4035, null],
      [8123, null],
      [4, 4],
      [1, 1],
    ]);
  });

  it("is undone by expanding, value for value", () => {
    const value = (scale: number) =>
      fc.option(fc.nat(50_000).map((cell) => Number((cell * scale).toFixed(3))));
    const row = fc.record({
      unit: fc.constantFrom(0, 1, 2, 3),
      at: fc.integer({ min: -600, max: 0 }).map((seconds) => data.t + seconds * 1000),
      values: fc.record({
        vi: value(0.01),
        ii: value(0.001),
        st: fc.option(fc.integer({ min: 1, max: 10 })),
        sw: fc.option(fc.integer({ min: 0, max: 1 })),
      }),
    });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const d = packRows(columns, data.t, rows);
        expect(expandRows({ ...data, d }, birth)).toEqual({ rows, refused: [] });
      }),
    );
  });

  it("rounds to the nearest cell and keeps what is not available apart from zero", () => {
    expect([toCell(40.354, 0.01), toCell(-0.1, 1), toCell(null, 1), toCell(undefined, 1)]).toEqual([
      4035,
      0,
      null,
      null,
    ]);
  });
});
