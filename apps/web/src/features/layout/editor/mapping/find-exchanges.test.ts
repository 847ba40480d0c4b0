import { expect, it } from "vitest";
import { makeShadedDay, makeShadedRoof } from "../../../../../test/ui/mapping-samples.ts";
import { findExchanges } from "./find-exchanges.ts";
import { listMappingPlaces } from "./mapping-places.ts";

const days = (count: number, isShaded: boolean) =>
  Array.from({ length: count }, (_, index) => makeShadedDay(`2026-06-0${index + 1}`, isShaded));

const search = (
  roof: ReturnType<typeof makeShadedRoof>,
  { count = 6, isShaded = true, strings = new Map<number, string>() } = {},
): number[][] =>
  findExchanges(listMappingPlaces(roof, strings), days(count, isShaded)).map(({ evidence }) =>
    evidence.map(({ place }) => place.unit).sort((one, other) => one - other),
  );

it("proposes the units that are in each other's places, and no others", () => {
  expect(search(makeShadedRoof([3, 29]))).toEqual([[3, 29]]);
  const two = search(makeShadedRoof([2, 31], [9, 22])).sort(([one], [other]) => one! - other!);
  expect(two).toEqual([
    [2, 31],
    [9, 22],
  ]);
});

it("proposes nothing for a correct layout, or from fewer than five days", () => {
  expect(search(makeShadedRoof())).toEqual([]);
  expect(search(makeShadedRoof([3, 29]), { count: 4 })).toEqual([]);
});

it("leaves out units that serve several modules", () => {
  const roof = makeShadedRoof();
  const [group] = roof.groups;
  const cells = group!.cells.map((cell) => (cell.unit === 2 ? { ...cell, unit: 1 } : cell));
  const places = listMappingPlaces({ groups: [{ ...group!, cells }] }, new Map());
  expect(places.map(({ unit }) => unit).slice(0, 2)).toEqual([3, 4]);
});

it("counts a string of its own among its adjacent modules as evidence", () => {
  const roof = makeShadedRoof([3, 29]);
  const strings = new Map(Array.from({ length: 32 }, (_, index) => [index + 1, index < 16 ? "S1" : "S2"]));
  expect(search(roof, { isShaded: false })).toEqual([]);
  expect(search(roof, { isShaded: false, strings })).toEqual([[3, 29]]);
});
