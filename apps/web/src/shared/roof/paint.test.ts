import { expect, it } from "vitest";
import type { Layout } from "./geometry.ts";
import { createGeometry } from "./geometry.ts";
import { sumGroups } from "./paint.ts";

const group = {
  ...{ name: "", rows: 1, columns: 3, tiltDeg: 0, azimuthDeg: 0, rotationDeg: 0, xM: 0, yM: 0 },
  ...{ moduleWidthM: 1, moduleHeightM: 1 },
};

it("divides what a unit gives between the groups of its modules", () => {
  // Unit 0 has a module in the first group and three in the second, unit 1 one in the first; unit 2 has no value.
  const layout = {
    groups: [group, { ...group, columns: 4 }],
    cells: {
      group: [0, 0, 1, 1, 1, 1],
      row: [0, 0, 0, 0, 0, 0],
      column: [0, 1, 0, 1, 2, 3],
      unit: [0, 1, 0, 0, 0, 2],
    },
  } as unknown as Layout;
  const now = Float32Array.of(400, 50, Number.NaN);
  expect(sumGroups(createGeometry(layout), now)).toEqual([
    { total: 150, mean: 225 },
    { total: 300, mean: 400 },
  ]);
});
