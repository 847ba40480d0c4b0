import { performance } from "node:perf_hooks";
import type { LayoutDraft } from "@heliograph/contract";
import type { Proposal } from "../../apps/web/src/features/layout/editor/mapping/find-proposals.ts";
import { findProposals } from "../../apps/web/src/features/layout/editor/mapping/find-proposals.ts";
import type { MappingPlace } from "../../apps/web/src/features/layout/editor/mapping/mapping-places.ts";
import { listMappingPlaces } from "../../apps/web/src/features/layout/editor/mapping/mapping-places.ts";
import {
  findWiring,
  listStrings,
} from "../../apps/web/src/features/layout/editor/mapping/string-currents.ts";
import type { MistakeKind } from "./mapping-plants.ts";
import { drawMappingPlant, isInSeries } from "./mapping-plants.ts";

const NEAR_M = 4;

function nameDistance(places: readonly MappingPlace[], [one, other]: readonly number[]): string {
  const [a, b] = [one, other].map((unit) => places.find((place) => place.unit === unit)!) as [
    MappingPlace,
    MappingPlace,
  ];
  if (a.plane !== b.plane) return "on different planes";
  return Math.hypot(a.x - b.x, a.y - b.y) <= NEAR_M
    ? "within 4 m of each other"
    : "further on the same plane";
}

const placeName = (place: { groupKey: string; row: number; column: number }): string =>
  `${place.groupKey}/${place.row}/${place.column}`;

/** Units by place. */
const unitsOf = ({ groups }: LayoutDraft): Map<string, number | null> =>
  new Map(
    groups.flatMap(({ groupKey, cells }) =>
      cells.map((cell) => [placeName({ groupKey, ...cell }), cell.unit] as const),
    ),
  );

/** Units that a proposal puts into another place, and whether each is right there. */
const movesOf = ({ evidence }: Proposal, correct: ReadonlyMap<string, number | null>) =>
  evidence.flatMap(({ place, next }) =>
    next === null ? [] : [{ unit: next, isRight: correct.get(placeName(place)) === next }],
  );

interface Measurement {
  readonly first: number;
  readonly plants: number;
  readonly kind?: MistakeKind;
}

/**
 * Counts the proposals for plants of successive seeds: mistakes that one proposal puts right, other proposals, and mistakes without
 * one. A proposal is wrong when it puts any unit where it is not on the roof.
 */
export function measureMapping({ first, plants, kind = "swaps" }: Measurement) {
  let [found, missed, right, wrong, healthyWrong, slowestMs] = [0, 0, 0, 0, 0, 0];
  /** Wrong proposals by their kind. */
  const wrongOf = new Map<string, number>();
  const byDistance = new Map<string, [found: number, all: number]>();
  /**
   * Units said to follow another string than the recorded one: all, those that do, those of the plants without mistakes; those to be
   * found; and wrong proposals with one of them.
   */
  const wiring = { all: 0, right: 0, healthy: 0, misrecorded: 0, wrongProposals: 0 };
  for (let seed = first; seed < first + plants; seed++) {
    const plant = drawMappingPlant(seed, kind);
    const { layout, correct, days, mistakes } = plant;
    const toUnits = (strings: ReadonlyMap<number, string>) =>
      [...strings].map(([key, parentSn]) => ({
        ...{ key, parentSn },
        type: isInSeries(kind) ? ("RSD" as const) : ("OPT" as const),
      }));
    const findings = findWiring(days, toUnits(plant.strings));
    wiring.all += findings.length;
    wiring.misrecorded += [...plant.strings].filter(
      ([unit, string]) => plant.correctStrings.get(unit) !== string,
    ).length;
    wiring.right += findings.filter(
      ({ unit, followed }) => plant.correctStrings.get(unit) === followed,
    ).length;
    wiring.healthy += findWiring(days, toUnits(plant.correctStrings)).length;
    const places = listMappingPlaces(layout, listStrings(toUnits(plant.strings), findings));
    const onRoof = unitsOf(correct);
    const begunAt = performance.now();
    const proposals = findProposals(places, days, findings);
    slowestMs = Math.max(slowestMs, performance.now() - begunAt);
    const rewired = new Set(findings.map(({ unit }) => unit));
    const good: ReturnType<typeof movesOf>[] = [];
    for (const proposal of proposals) {
      const moves = movesOf(proposal, onRoof);
      if (moves.every(({ isRight }) => isRight)) good.push(moves);
      else {
        wrongOf.set(proposal.kind, (wrongOf.get(proposal.kind) ?? 0) + 1);
        wiring.wrongProposals += Number(moves.some(({ unit }) => rewired.has(unit)));
      }
    }
    right += good.length;
    wrong += proposals.length - good.length;
    for (const mistake of mistakes) {
      const isFound = good.some((moves) => mistake.every((unit) => moves.some((move) => move.unit === unit)));
      if (kind === "swaps") {
        const name = nameDistance(places, mistake);
        const [own, all] = byDistance.get(name) ?? [0, 0];
        byDistance.set(name, [own + Number(isFound), all + 1]);
      }
      if (isFound) found += 1;
      else missed += 1;
    }
    healthyWrong += findProposals(listMappingPlaces(correct, plant.correctStrings), days).length;
  }
  return { found, missed, right, wrong, wrongOf, byDistance, healthyWrong, slowestMs, wiring };
}
