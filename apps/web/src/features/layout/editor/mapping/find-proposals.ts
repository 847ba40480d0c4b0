import type { DayPlanes } from "@heliograph/contract/layout-day";
import { Arrangement } from "./arrangement.ts";
import type { Candidate, Gains } from "./candidates.ts";
import { chooseExchange, chooseMove, chooseRing, isOverlapping, listRings, scoreOf } from "./candidates.ts";
import { listAdjacent } from "./local-fit.ts";
import type { MappingPlace } from "./mapping-places.ts";
import { isOccupied } from "./mapping-places.ts";
import { createProfiles } from "./shade-profiles.ts";
import type { WiringFinding } from "./string-currents.ts";
import { listCounterparts } from "./string-currents.ts";

// Units that are in wrong places, by the order in which shadows pass and by their strings (docs/mapping-errors.md).

/** Curves of a place: lost share of the light. */
export interface Evidence {
  readonly place: MappingPlace;
  /** Unit that should be here; null where the place becomes free. */
  readonly next: number | null;
  readonly minutes: readonly number[];
  /** Undefined at a free place. */
  readonly own: Float32Array | undefined;
  /** That of the next unit, as it would be here. */
  readonly other: Float32Array | undefined;
  /** From the units around the place. */
  readonly expected: Float32Array;
}

/** Units that match other places much better than their own: exchanged ones, one that belongs to a free place, a ring of three. */
export interface Proposal {
  readonly kind: Candidate["kind"];
  /** Of the places that change. Of a move, the place it leaves, then the free one; of a ring, each unit goes to the next place. */
  readonly evidence: readonly Evidence[];
  /** Factor by which the units are closer to what their places lead to expect. */
  readonly factor: number;
}

export const MIN_DAYS = 5;
/** Fewer modules on a plane show no order. */
const MIN_MODULES = 8;
/** Proposals of one search; correct ones are applied before the next. */
const MAX_PROPOSALS = 10;
/** Places that fit worst, between which units are exchanged. */
const MAX_CANDIDATES = 150;
/** With more free places a layout is not complete enough to say which of them a unit belongs to. */
const MAX_FREE = 100;

interface Search {
  readonly arrangement: Arrangement;
  readonly units: readonly (number | null)[];
  /** Places that fit worst, and were not changed before. */
  readonly worst: readonly number[];
  readonly free: readonly number[];
  /** Units that are in another string than the recorded one. */
  readonly findings: readonly WiringFinding[];
}

function listExchanges(worst: readonly number[], gains: Gains): Candidate[] {
  return worst.flatMap((one, index) =>
    worst.slice(0, index).map((other, at) => ({
      ...{ kind: "exchange" as const, places: [one, other] },
      ...scoreOf([gains[index]![at]!, gains[at]![index]!]),
    })),
  );
}

function listMoves({ arrangement, worst, free }: Search): Candidate[] {
  return worst.flatMap((from) =>
    free.flatMap((to) => {
      const gain = arrangement.gainOfMove(from, to);
      return gain === undefined ? [] : [{ kind: "move" as const, places: [from, to], ...scoreOf([gain]) }];
    }),
  );
}

/** Free places among the modules of a unit's string. */
const listOwnFree = ({ arrangement, free }: Search, unit: number): number[] =>
  free.filter((place) => arrangement.isAmongString(place, unit));

/**
 * The exchange of units that are in each other's string, which has no free place for them either. In their new places its score
 * is negative: the records stay as they are.
 */
function findWiredExchange(exchanges: readonly Candidate[], search: Search): Candidate | undefined {
  const counterparts = listCounterparts(search.findings);
  return exchanges.find(({ places, score }) => {
    const [one, other] = places.map((place) => search.units[place]!) as [number, number];
    if (!(score > 0) || counterparts.get(one) !== other) return false;
    return [one, other].every((unit) => listOwnFree(search, unit).length === 0);
  });
}

/** The move of the only unit that is in a string without being recorded there to the only free place among that string's. */
function findWiredMove(moves: readonly Candidate[], search: Search): Candidate | undefined {
  const { arrangement, units, findings } = search;
  const counterparts = listCounterparts(findings);
  const followers = Map.groupBy(findings, ({ followed }) => followed);
  const alone = findings.filter(
    ({ unit, followed }) => !counterparts.has(unit) && followers.get(followed)!.length === 1,
  );
  return moves.find(({ places: [from, to], score }) => {
    const unit = units[from!]!;
    if (!(score > 0) || !alone.some((finding) => finding.unit === unit)) return false;
    const own = listOwnFree(search, unit);
    return own.length === 1 && own[0] === to && !arrangement.isAmongString(from!, unit);
  });
}

function findBest(search: Search): Candidate | undefined {
  const { arrangement, units, worst } = search;
  const gains = worst.map((place) =>
    worst.map((other) => (place === other ? 0 : arrangement.gainOf(place, units[other]!))),
  );
  const exchanges = listExchanges(worst, gains);
  const moves = listMoves(search);
  // Among several units or places the light decides.
  const wired = findWiredExchange(exchanges, search) ?? findWiredMove(moves, search);
  if (wired !== undefined) return wired;
  const exchange = chooseExchange(exchanges, moves);
  const ring = chooseRing(listRings(worst, gains), exchanges, moves);
  if (ring !== undefined && (exchange === undefined || isOverlapping(ring, exchange))) return ring;
  if (exchange !== undefined) return exchange;
  return chooseMove(moves, exchanges, ({ places: [from, free] }) => arrangement.isSureOfMove(from!, free!));
}

/**
 * Units that the values of some days suggest to be in wrong places, the surest first; each takes the ones before it as corrected.
 * `findings`: units in another string than the recorded one, whose places have the string that they are in.
 */
export function findProposals(
  all: readonly MappingPlace[],
  days: readonly DayPlanes[],
  findings: readonly WiringFinding[] = [],
): Proposal[] {
  const filled = all.filter(isOccupied);
  const profiles = createProfiles(days, filled);
  if (profiles.dayCount < MIN_DAYS) return [];
  const counts = Map.groupBy(filled, ({ plane }) => plane);
  const places = all.filter(
    ({ unit, plane }) =>
      (counts.get(plane)?.length ?? 0) >= MIN_MODULES &&
      (unit === null || profiles.profileOf(unit, plane) !== undefined),
  );
  const units = places.map(({ unit }) => unit);
  const adjacent = listAdjacent(places);
  const strings = new Map(
    places.flatMap(({ unit, string }) => (unit === null || string === null ? [] : [[unit, string]])),
  );
  const rewired = new Set(findings.map(({ unit }) => unit));
  const found: Proposal[] = [];
  // Each place once: units would go back and forth, and each proposal can be applied alone.
  const changed = new Set<number>();
  while (found.length < MAX_PROPOSALS) {
    const arrangement = new Arrangement(places, units, { profiles, adjacent, strings });
    const suspicionOf = (place: number) =>
      rewired.has(units[place]!) ? Number.MAX_VALUE : arrangement.misfits[place]!;
    const worst = arrangement.filled
      .filter((place) => !changed.has(place))
      .sort((one, other) => suspicionOf(other) - suspicionOf(one))
      .slice(0, MAX_CANDIDATES);
    const free = arrangement.listFree().filter((place) => !changed.has(place));
    const best = findBest({
      arrangement,
      units,
      worst,
      free: free.length > MAX_FREE ? [] : free,
      findings,
    });
    if (best === undefined) break;
    // Each place gets the unit of the one before it, the first that of the last.
    const nextUnits = best.places.map((_, at) => units[best.places.at(at - 1)!]!);
    const toEvidence = (place: number, at: number): Evidence => {
      const { plane } = places[place]!;
      const lossOf = (unit: number | null) =>
        unit === null ? undefined : profiles.profileOf(unit, plane)!.loss;
      return {
        place: { ...places[place]!, unit: units[place]! },
        next: nextUnits[at]!,
        minutes: profiles.minutesOf(plane),
        own: lossOf(units[place]!),
        other: lossOf(nextUnits[at]!),
        expected: arrangement.expectationOf(place).loss,
      };
    };
    found.push({
      kind: best.kind,
      evidence: best.places.map(toEvidence),
      factor: Math.exp(best.score / best.gains.length),
    });
    for (const [at, place] of best.places.entries()) {
      units[place] = nextUnits[at]!;
      changed.add(place);
    }
  }
  return found;
}
