import { performance } from "node:perf_hooks";
import { findExchanges } from "../../apps/web/src/features/layout/editor/mapping/find-exchanges.ts";
import type { MappingPlace } from "../../apps/web/src/features/layout/editor/mapping/mapping-places.ts";
import { listMappingPlaces } from "../../apps/web/src/features/layout/editor/mapping/mapping-places.ts";
import type { MappingPlant } from "./mapping-plants.ts";
import { drawMappingPlant } from "./mapping-plants.ts";

const isPair = ([a, b]: readonly [number, number], one: number, other: number): boolean =>
  (a === one && b === other) || (a === other && b === one);

const NEAR_M = 4;

function nameDistance(places: readonly MappingPlace[], [one, other]: readonly [number, number]): string {
  const [a, b] = [one, other].map((unit) => places.find((place) => place.unit === unit)!) as [
    MappingPlace,
    MappingPlace,
  ];
  if (a.plane !== b.plane) return "on different planes";
  return Math.hypot(a.x - b.x, a.y - b.y) <= NEAR_M
    ? "within 4 m of each other"
    : "further on the same plane";
}

/** The places as they are on the roof. */
const correct = (places: readonly MappingPlace[], swaps: MappingPlant["swaps"]): MappingPlace[] =>
  places.map((place) => {
    const swap = swaps.find((pair) => pair.includes(place.unit));
    const unit = swap?.find((each) => each !== place.unit) ?? place.unit;
    return { ...place, unit, string: places.find((each) => each.unit === unit)!.string };
  });

/** Counts the proposals for plants of successive seeds: pairs that were exchanged, other pairs, and exchanged ones that are not proposed. */
export function measureMapping(first: number, plants: number) {
  let [found, wrong, missed, healthyWrong, slowestMs] = [0, 0, 0, 0, 0];
  const byDistance = new Map<string, [found: number, all: number]>();
  for (let seed = first; seed < first + plants; seed++) {
    const { layout, days, strings, swaps } = drawMappingPlant(seed);
    const places = listMappingPlaces(layout, strings);
    const begunAt = performance.now();
    const proposed = findExchanges(places, days).map(
      ({ evidence: [one, other] }) => [one.place.unit, other.place.unit] as const,
    );
    slowestMs = Math.max(slowestMs, performance.now() - begunAt);
    for (const swap of swaps) {
      const isFound = proposed.some(([one, other]) => isPair(swap, one, other));
      const name = nameDistance(places, swap);
      const [own, all] = byDistance.get(name) ?? [0, 0];
      byDistance.set(name, [own + Number(isFound), all + 1]);
      if (isFound) found += 1;
      else missed += 1;
    }
    wrong += proposed.filter(([one, other]) => !swaps.some((swap) => isPair(swap, one, other))).length;
    healthyWrong += findExchanges(correct(places, swaps), days).length;
  }
  return { found, wrong, missed, byDistance, healthyWrong, slowestMs };
}
