import type { LayoutDraft } from "@heliograph/contract";
import { expect, it } from "vitest";
import { makeShadedDay, makeShadedRoof } from "../../../../../test/ui/mapping-samples.ts";
import { findProposals } from "./find-proposals.ts";
import { listMappingPlaces } from "./mapping-places.ts";

const days = (count: number, isShaded: boolean) =>
  Array.from({ length: count }, (_, index) => makeShadedDay(`2026-06-0${index + 1}`, { isShaded }));

const propose = (
  roof: LayoutDraft,
  { count = 6, isShaded = true, strings = new Map<number, string>() } = {},
) => findProposals(listMappingPlaces(roof, strings), days(count, isShaded));

const search = (...parameters: Parameters<typeof propose>): (number | null)[][] =>
  propose(...parameters).map(({ evidence }) =>
    evidence.map(({ place }) => place.unit).sort((one, other) => one! - other!),
  );

/** The roof with these units in place of others; null makes a place free. */
function withUnits(roof: LayoutDraft, units: ReadonlyMap<number, number | null>): LayoutDraft {
  const groups = roof.groups.map((group) => ({
    ...group,
    cells: group.cells.map((cell) => ({ ...cell, unit: units.get(cell.unit!) ?? null })),
  }));
  return { groups };
}
const rearranged = (...changes: readonly (readonly [number, number | null])[]): LayoutDraft => {
  const same = Array.from({ length: 32 }, (_, index): [number, number | null] => [index + 1, index + 1]);
  return withUnits(makeShadedRoof(), new Map<number, number | null>([...same, ...changes]));
};
const places = (roof: LayoutDraft, ...parameters: [Parameters<typeof propose>[1]?]) =>
  propose(roof, ...parameters).map(({ kind, evidence }) => [
    kind,
    ...evidence.map(({ place, next }) => `${place.row}/${place.column}: ${place.unit} → ${next}`),
  ]);

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

it("proposes to move a unit to the free place that it belongs to, also where another place is free", () => {
  // Unit 20 is where 9 should be, which is not in the layout.
  const roof = rearranged([20, null], [9, 20]);
  expect(places(roof)).toEqual([["move", "1/0: 20 → null", "2/3: null → 20"]]);
  expect(places(rearranged([20, null], [9, 20], [29, null]))).toEqual(places(roof));
});

it("moves nothing where a free place only lacks its unit", () => {
  expect(places(rearranged([20, null], [9, null]))).toEqual([]);
});

it("shows the curve of a moved unit at both places, and no unit of its own at the free one", () => {
  const [move] = propose(rearranged([20, null], [9, 20]));
  const [left, free] = move!.evidence;
  expect([left!.own?.length, left!.other]).toEqual([left!.minutes.length, undefined]);
  expect([free!.own, free!.other?.length]).toEqual([undefined, free!.minutes.length]);
});

it("proposes a ring of three units, each to the place of the next", () => {
  const found = places(rearranged([4, 21], [21, 27], [27, 4]));
  expect(found).toHaveLength(1);
  const [kind, ...moves] = found[0]!;
  expect(kind).toBe("ring");
  expect(moves.sort()).toEqual(["0/3: 21 → 4", "2/4: 27 → 21", "3/2: 4 → 27"]);
});

it("leaves out units that serve several modules", () => {
  const roof = makeShadedRoof();
  const [group] = roof.groups;
  const cells = group!.cells.map((cell) => (cell.unit === 2 ? { ...cell, unit: 1 } : cell));
  const listed = listMappingPlaces({ groups: [{ ...group!, cells }] }, new Map());
  expect(listed.map(({ unit }) => unit).slice(0, 2)).toEqual([3, 4]);
});

it("counts a string of its own among its adjacent modules as evidence", () => {
  const roof = makeShadedRoof([3, 29]);
  const strings = new Map(Array.from({ length: 32 }, (_, index) => [index + 1, index < 16 ? "S1" : "S2"]));
  expect(search(roof, { isShaded: false })).toEqual([]);
  expect(search(roof, { isShaded: false, strings })).toEqual([[3, 29]]);
});

// Rows of two strings alternate: around a place there are almost as many modules of one as of the other.
const stringOf = (unit: number): string => (Math.floor((unit - 1) / 8) % 2 === 0 ? "S1" : "S2");
const none = new Float32Array();
const toFinding = (unit: number) => ({
  ...{ unit, recorded: stringOf(unit) === "S1" ? "S2" : "S1", followed: stringOf(unit) },
  ...{ minutes: [], own: none, ofRecorded: none, ofFollowed: none },
});
/** Kinds and units of the proposals for a roof without shadows, on which these units are in another string than the recorded one. */
const findRewired = (roof: LayoutDraft, rewired: readonly number[]) => {
  const strings = new Map(Array.from({ length: 32 }, (_, index) => [index + 1, stringOf(index + 1)]));
  const found = findProposals(listMappingPlaces(roof, strings), days(6, false), rewired.map(toFinding));
  return found.map(({ kind, evidence }) => [kind, ...evidence.map(({ next }) => next).sort()]);
};

it("exchanges two units whose currents show that each is in the other's string, and not back", () => {
  expect(findRewired(makeShadedRoof([11, 22]), [11, 22])).toEqual([["exchange", 11, 22]]);
  expect(findRewired(makeShadedRoof([11, 22]), [])).toEqual([]);
  expect(findRewired(makeShadedRoof(), [11, 22])).toEqual([]);
});

it("moves a unit that is in another string to the only free place among that string's, and no other", () => {
  // Unit 11 is where 22 should be, which is not in the layout.
  const roof = rearranged([11, null], [22, 11]);
  expect(findRewired(roof, [11])).toEqual([["move", 11, null]]);
  expect(findRewired(roof, [])).toEqual([]);
  const twoFree = rearranged([11, null], [22, 11], [13, null]);
  expect(findRewired(twoFree, [11]).flat()).not.toContain(11);
  expect(findRewired(rearranged([22, null]), [11])).toEqual([]);
});
