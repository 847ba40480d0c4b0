import { expect, it } from "vitest";
import { findExchanges } from "../apps/web/src/features/layout/editor/mapping/find-exchanges.ts";
import { listMappingPlaces } from "../apps/web/src/features/layout/editor/mapping/mapping-places.ts";
import { drawMappingPlant } from "./mapping/mapping-plants.ts";
import { measureMapping } from "./mapping/measure-mapping.ts";

it("finds most exchanged units of some plants, with few wrong proposals", () => {
  const { found, wrong, missed } = measureMapping(45, 8);
  expect(found / (found + missed)).toBeGreaterThan(0.7);
  expect(found / (found + wrong)).toBeGreaterThan(0.9);
});

it("expects of a place what its surroundings are after the exchange, so that adjacent units are not proposed wrongly", () => {
  const { found, wrong } = measureMapping(9, 8);
  expect(found / (found + wrong)).toBeGreaterThan(0.9);
});

it("exchanges each place once, also where an exchange and its opposite both look better", () => {
  const { layout, days, strings } = drawMappingPlant(51);
  const found = findExchanges(listMappingPlaces(layout, strings), days);
  const places = found.flatMap(({ evidence }) => evidence.map(({ place: { x, y } }) => `${x}/${y}`));
  expect(places.length).toBeGreaterThan(0);
  expect(new Set(places).size).toBe(places.length);
});
