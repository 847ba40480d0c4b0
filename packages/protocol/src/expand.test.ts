import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { birth, data } from "../test/samples.ts";
import type { Birth, PointName } from "./index.ts";
import { expandColumns, expandRows, findPoint, POINTS, ProtocolError, VALUE_NAMES } from "./index.ts";

/** A birth with one table of one column. */
function birthOf(name: string, unit: string, scale: number): Birth {
  return { ...birth, columns: { "3": [[name, unit, scale]] } };
}

function expandOne(name: string, scale: number, cells: (number | null)[]) {
  const one = birthOf(name, findPoint(name)?.unit ?? "", scale);
  return expandColumns({ ...data, d: [cells.map(() => 1), cells] }, one);
}

function findReason(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError) return error.reason;
    throw error;
  }
  return undefined;
}

describe("expanding a report", () => {
  it("scales cells and keeps each unit's own time; no dt means t", () => {
    expect(expandRows(data, birth)).toEqual({
      rows: [
        { unit: 1, at: data.t, values: { vi: 40.35, ii: 8.123, st: 4, sw: 1 } },
        { unit: 2, at: data.t - 4000, values: { vi: null, ii: null, st: 4, sw: 1 } },
        { unit: 3, at: data.t, values: { vi: 612.1, ii: 8.1, st: null, sw: 1 } },
      ],
      refused: [],
    });
  });

  it("keeps fractions of a second and the start-up clock", () => {
    const slow = birthOf("dt", "s", 0.1);
    const { atMs } = expandColumns(
      {
        ...data,
        t: 61_000,
        d: [
          [1, 2],
          [-15, null],
        ],
      },
      slow,
    );
    expect([...atMs]).toEqual([59_500, 61_000]);
  });

  it("uses t for every row when the table has no dt", () => {
    expect([...expandOne("vi", 1, [1, 2]).atMs]).toEqual([data.t, data.t]);
  });

  it("accepts the gateway's own unit 0", () => {
    const own = { ...data, c: 4, d: [[0], [-120], [48_120_400], [8123], [251]] };
    expect(expandRows(own, birth).rows).toEqual([
      { unit: 0, at: data.t, values: { pa: -120, ea: 48_120_400, gi: 812.3, ta: 25.1 } },
    ]);
  });

  it("accepts several samples of one unit in one report", () => {
    const twice = birthOf("dt", "s", 1);
    const { unit, atMs } = expandColumns(
      {
        ...data,
        d: [
          [1, 1],
          [-60, 0],
        ],
      },
      twice,
    );
    expect([[...unit], [...atMs]]).toEqual([
      [1, 1],
      [data.t - 60_000, data.t],
    ]);
  });

  it("ignores columns it does not know", () => {
    const { columns, count } = expandOne("later", 1, [1, null]);
    expect([count, Object.keys(columns)]).toEqual([2, []]);
  });

  it("gives the exact decimal that the gateway measured", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), fc.constantFrom(0.1, 0.01, 0.001), (cell, scale) => {
        const value = expandOne("vi", scale, [cell]).columns.vi?.[0];
        if (cell * scale <= POINTS.vi.max)
          expect(value).toBe(Number(`${cell}e${Math.round(Math.log10(scale))}`));
      }),
    );
  });

  it("takes scales that are no power of ten", () => {
    expect(expandOne("vi", 2.5, [4]).columns.vi?.[0]).toBe(10);
    expect(expandOne("vi", 0.3, [10]).columns.vi?.[0]).toBeCloseTo(3, 12);
  });
});

describe("refusing rows", () => {
  it("rejects the row of an unknown unit and keeps the others", () => {
    const { rows, refused } = expandRows({ ...data, d: [[1, 7, 3], ...data.d.slice(1)] }, birth);
    expect(rows.map((row) => row.unit)).toEqual([1, 3]);
    expect(rows[1]?.values).toEqual({ vi: 612.1, ii: 8.1, st: null, sw: 1 });
    expect(refused).toEqual([{ unit: 7, reason: "unknown-unit" }]);
  });

  it("knows only units of this birth, however large the index", () => {
    const far = { ...data, d: [[4, 65_535], ...data.d.slice(1).map((column) => column.slice(0, 2))] };
    expect(expandColumns(far, birth).refused.map((row) => row.unit)).toEqual([4, 65_535]);
  });

  it("rejects the row with an impossible value, named once by its first column", () => {
    const d = structuredClone(data.d);
    d[2]![1] = 900_000;
    d[3]![1] = -900_000;
    const { rows, refused } = expandRows({ ...data, d }, birth);
    expect(rows.map((row) => row.unit)).toEqual([1, 3]);
    expect(refused).toEqual([{ unit: 2, reason: "out-of-range", column: "vi" }]);
  });

  it.each(Object.keys(POINTS) as PointName[])(
    "accepts the bounds of the range of %s and nothing beyond",
    (name) => {
      const { min, max } = POINTS[name];
      const beyond = Math.max(1, Math.abs(max) * 1e-6);
      const { refused, count } = expandOne(name, 1, [min, max, null, min - beyond, max + beyond]);
      expect([count, refused.length]).toEqual([3, 2]);
    },
  );

  it.each(["st", "sw"])("accepts only integers for %s", (name) => {
    expect(expandOne(name, 1, [1, 0.5]).refused).toHaveLength(1);
  });

  it("leaves the report itself untouched", () => {
    const before = structuredClone(data);
    expandColumns(data, birth);
    expect(data).toEqual(before);
  });
});

describe("refusing a report", () => {
  it("names an unknown revision, an unknown table and a misfit", () => {
    expect(findReason(() => expandColumns({ ...data, rev: 8 }, birth))).toBe("unknown-rev");
    expect(findReason(() => expandColumns({ ...data, c: 5 }, birth))).toBe("unknown-table");
    expect(findReason(() => expandColumns({ ...data, d: data.d.slice(1) }, birth))).toBe("malformed");
  });
});

describe("the table of points", () => {
  it("finds what it holds and nothing from the language itself", () => {
    expect(findPoint("vi")?.unit).toBe("V");
    expect(findPoint("constructor")).toBeUndefined();
    expect(VALUE_NAMES).not.toContain("dt");
    expect(VALUE_NAMES).toHaveLength(Object.keys(POINTS).length - 1);
  });
});
