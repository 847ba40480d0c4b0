import { expect, it } from "vitest";
import type { Layout } from "./geometry.ts";
import { createGeometry, findAdjacent, findCell, findCellsWithin } from "./geometry.ts";

const group = {
  ...{ name: "A", rows: 2, columns: 3, tiltDeg: 30, azimuthDeg: 180, rotationDeg: 0, xM: 0, yM: 0 },
  ...{ moduleWidthM: 1, moduleHeightM: 2 },
};

/** A layout whose groups are full, a unit for each place. */
function layoutOf(...groups: (typeof group)[]): Layout {
  const places = groups.flatMap(({ rows, columns }, index) =>
    Array.from(
      { length: rows * columns },
      (_, place) => [index, Math.floor(place / columns), place % columns] as const,
    ),
  );
  return {
    arrangement: "automatic",
    version: null,
    background: null,
    groups,
    units: places.map((_, key) => ({
      ...{ key, type: "OPT", deviceId: null, sn: null, label: `${key}`, ratedPowerW: null, parent: null },
    })),
    cells: {
      group: places.map(([index]) => index),
      row: places.map(([, row]) => row),
      column: places.map(([, , column]) => column),
      unit: places.map((_, unit) => unit),
    },
    date: 0,
  } as Layout;
}

it("places modules in rows and columns from the upper left corner", () => {
  const { x, y, bounds } = createGeometry(layoutOf(group));
  expect([...x]).toEqual([0.5, 1.5, 2.5, 0.5, 1.5, 2.5]);
  expect([...y]).toEqual([1, 1, 1, 3, 3, 3]);
  expect(bounds).toEqual({ left: -1.5, top: -1, right: 4.5, bottom: 5 });
});

it("rotates a group clockwise around its corner, and finds each module again by a point on it", () => {
  const geometry = createGeometry(layoutOf(group, { ...group, xM: 10, yM: 1, rotationDeg: 90 }));
  expect([geometry.x[6], geometry.y[6]].map((value) => Math.round(value! * 100) / 100)).toEqual([9, 1.5]);
  for (let cell = 0; cell < geometry.count; cell++)
    expect(findCell(geometry, geometry.x[cell]!, geometry.y[cell]!)).toBe(cell);
  expect(findCell(geometry, 5, 1)).toBeUndefined();
});

it("finds the modules within an area, whatever its shape", () => {
  const geometry = createGeometry(layoutOf(group));
  const triangle = [
    [-1, 0],
    [4, 0],
    [-1, 5],
  ] as const;
  expect(findCellsWithin(geometry, triangle)).toEqual([0, 1, 2, 3]);
});

it("lists the nearest units of a unit, without itself", () => {
  const geometry = createGeometry(layoutOf(group));
  expect(findAdjacent(geometry, 0, 3)).toEqual([1, 2, 3]);
  expect(findAdjacent(geometry, 99, 3)).toEqual([]);
});

it("of a plant without modules it shows nothing, at no point", () => {
  const geometry = createGeometry(layoutOf());
  expect([geometry.count, findCell(geometry, 0, 0)]).toEqual([0, undefined]);
});
