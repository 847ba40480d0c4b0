/** Units that change places together: each goes to the next place of the list, that of the last place to the first. */
export interface Candidate {
  /** Two units that are in each other's places; one that belongs to a free place, the second; three of which each is in the place of another. */
  readonly kind: "exchange" | "move" | "ring";
  readonly places: readonly number[];
  /** By how much the places are matched better, as a logarithm of misfits. */
  readonly gains: readonly number[];
  readonly score: number;
}

/** Gains by place and by the place from which the unit comes, among the candidates. */
export type Gains = readonly (readonly number[])[];

/** How far the next best candidate with one of the places must be behind. */
const MIN_LEAD = 0.3;
/** Least sum of the score of an exchange and of its lead, up to one, which counts more. */
const MIN_SCORE = 2.1;
const LEAD_WEIGHT = 1.5;
/** By how much one of two exchanged units may fit less well in the other place. */
const MAX_WORSENING = 0.3;
/** A move has the curve of one unit for it, not of two. */
const MOVE_MIN_LEAD = 0.4;
const MOVE_MIN_SCORE = 2;
/** There are many more rings than exchanges: each unit must fit better in its next place. */
const RING_MIN_GAIN = 1;
const RING_MIN_LEAD = 0.5;
/** How much more a ring must explain than each exchange or move of its units, and than two exchanges together. */
const RING_MIN_LEAD_OF_ONE = 1.5;
const RING_MIN_LEAD_OF_TWO = 1;
/** Best exchanges of the units of a ring of which two together are compared with it. */
const RING_EXCHANGES = 40;

export const scoreOf = (gains: readonly number[]) => ({
  gains,
  score: gains.reduce((total, gain) => total + gain, 0),
});

export const isOverlapping = (one: Candidate, other: Candidate): boolean =>
  one.places.some((place) => other.places.includes(place));

const isMutual = ({ gains }: Candidate): boolean => Math.min(...gains) > -MAX_WORSENING;

function maxOf(candidates: readonly Candidate[]): Candidate | undefined {
  let best: Candidate | undefined;
  for (const each of candidates) if (best === undefined || each.score > best.score) best = each;
  return best;
}

/** By how much other candidates with one of the places are behind. */
function leadOf(best: Candidate, ...others: readonly (readonly Candidate[])[]): number {
  let next = 0;
  for (const each of others.flat())
    if (each !== best && each.score > next && isOverlapping(each, best)) next = each.score;
  return best.score - next;
}

/** The exchange that explains most. */
export function chooseExchange(
  exchanges: readonly Candidate[],
  moves: readonly Candidate[],
): Candidate | undefined {
  const best = maxOf(exchanges);
  if (best === undefined || !isMutual(best)) return undefined;
  const lead = Math.min(leadOf(best, exchanges, moves), 1);
  return lead >= MIN_LEAD && best.score + LEAD_WEIGHT * lead >= MIN_SCORE ? best : undefined;
}

/** Of the sure moves, the one that explains most. */
export function chooseMove(
  moves: readonly Candidate[],
  exchanges: readonly Candidate[],
  isSure: (move: Candidate) => boolean,
): Candidate | undefined {
  return moves
    .filter(({ score }) => score >= MOVE_MIN_SCORE)
    .sort((one, other) => other.score - one.score)
    .find((move) => leadOf(move, moves, exchanges) >= MOVE_MIN_LEAD && isSure(move));
}

export function listRings(places: readonly number[], gains: Gains): Candidate[] {
  const nextOf = places.map((_, from) =>
    [...places.keys()].filter((to) => to !== from && gains[to]![from]! > RING_MIN_GAIN),
  );
  // Each ring once, from the first of its places.
  return [...places.keys()].flatMap((first) =>
    nextOf[first]!.filter((second) => second > first).flatMap((second) =>
      nextOf[second]!.filter((third) => third > first && gains[first]![third]! > RING_MIN_GAIN).map(
        (third) => ({
          ...{ kind: "ring" as const, places: [first, second, third].map((at) => places[at]!) },
          ...scoreOf([gains[second]![first]!, gains[third]![second]!, gains[first]![third]!]),
        }),
      ),
    ),
  );
}

/** What two exchanges explain that each have a unit of the ring. */
function explainByTwo(ring: Candidate, exchanges: readonly Candidate[]): number {
  const own = exchanges
    .filter((each) => isMutual(each) && isOverlapping(each, ring))
    .sort((one, other) => other.score - one.score)
    .slice(0, RING_EXCHANGES);
  const sums = own.flatMap((one) =>
    own.filter((other) => !isOverlapping(one, other)).map((other) => one.score + other.score),
  );
  return Math.max(0, ...sums);
}

export function chooseRing(
  rings: readonly Candidate[],
  exchanges: readonly Candidate[],
  moves: readonly Candidate[],
): Candidate | undefined {
  const best = maxOf(rings);
  if (best === undefined || leadOf(best, rings) < RING_MIN_LEAD) return undefined;
  if (leadOf(best, exchanges, moves) < RING_MIN_LEAD_OF_ONE) return undefined;
  return best.score - explainByTwo(best, exchanges) >= RING_MIN_LEAD_OF_TWO ? best : undefined;
}
