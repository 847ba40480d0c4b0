import { expect, it } from "vitest";
import { findProposals } from "../apps/web/src/features/layout/editor/mapping/find-proposals.ts";
import { listMappingPlaces } from "../apps/web/src/features/layout/editor/mapping/mapping-places.ts";
import { drawMappingPlant } from "./mapping/mapping-plants.ts";
import { measureMapping } from "./mapping/measure-mapping.ts";

it("finds most exchanged units of some plants, with few wrong proposals", () => {
  const { found, wrong, missed } = measureMapping({ first: 45, plants: 8 });
  expect(found / (found + missed)).toBeGreaterThan(0.7);
  expect(found / (found + wrong)).toBeGreaterThan(0.9);
});

it("expects of a place what its surroundings are after the exchange, so that adjacent units are not proposed wrongly", () => {
  const { found, wrong } = measureMapping({ first: 9, plants: 8 });
  expect(found / (found + wrong)).toBeGreaterThan(0.9);
});

it.each([
  ["an exchange and its opposite both look better", 51, "swaps"],
  ["the place that a unit is moved from is free for the next one", 118, "moves"],
] as const)("changes each place once, also where %s", (_, seed, kind) => {
  const { layout, days, strings } = drawMappingPlant(seed, kind);
  const found = findProposals(listMappingPlaces(layout, strings), days);
  const places = found.flatMap(({ evidence }) => evidence.map(({ place: { x, y } }) => `${x}/${y}`));
  expect(places.length).toBeGreaterThan(0);
  expect(new Set(places).size).toBe(places.length);
});

it("finds rings of three and moves to free places of some plants, and proposes none that is wrong", () => {
  const rings = measureMapping({ first: 15, plants: 6, kind: "rings" });
  expect(rings.found).toBeGreaterThan(1);
  expect(rings.wrongOf.get("ring") ?? 0).toBe(0);
  const moves = measureMapping({ first: 15, plants: 6, kind: "moves" });
  expect(moves.found).toBeGreaterThan(1);
  expect(moves.wrongOf.get("move") ?? 0).toBe(0);
});

it("finds the units of some plants without converters that are in another string than the recorded one, and no others", () => {
  const { found, missed, wiring } = measureMapping({ first: 1, plants: 5, kind: "strings" });
  expect(found / (found + missed)).toBeGreaterThan(0.8);
  expect(wiring.right / wiring.misrecorded).toBeGreaterThan(0.9);
  expect(wiring).toMatchObject({ all: wiring.right, healthy: 0 });
});
