import { expect, it } from "vitest";
import { addArea } from "./compared.ts";

const upTo = (count: number): number[] => Array.from({ length: count }, (_, unit) => unit);

it("adds the units of an area to the selected ones, each once", () => {
  expect(addArea([5, 1], [1, 2, 3], undefined)).toEqual({ units: [5, 1, 2, 3] });
  expect(addArea([], upTo(20), undefined)).toEqual({ units: upTo(20) });
});

it("compares those of a large area that differ most from their peers, in either direction", () => {
  const ratios = new Float32Array(30).fill(1);
  ratios[29] = 0.2;
  ratios[28] = 1.5;
  ratios[0] = Number.NaN;
  const { units, cut } = addArea([40], upTo(30), ratios);
  expect(units.slice(0, 3)).toEqual([29, 28, 1]);
  expect(units).toHaveLength(20);
  expect(units).not.toContain(0);
  expect(cut).toEqual({ reason: "deviating", count: 30 });
});

it("compares the first of a large area where no ratio is known", () => {
  const nothing = { units: upTo(20), cut: { reason: "first", count: 30 } };
  expect(addArea([], upTo(30), new Float32Array(30).fill(Number.NaN))).toEqual(nothing);
  expect(addArea([], upTo(30), undefined)).toEqual(nothing);
});

it("removes units selected earlier where the area leaves no place for them", () => {
  expect(addArea([50, 51, 52], upTo(18), undefined)).toEqual({
    units: [...upTo(18), 50, 51],
    cut: { reason: "replaced", count: 1 },
  });
});
