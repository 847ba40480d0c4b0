import type { DayPlanes } from "@heliograph/contract/layout-day";
import type { Adjacent, Estimator } from "./local-fit.ts";
import { fitPlace, listAdjacent } from "./local-fit.ts";
import type { MappingPlace } from "./mapping-places.ts";
import type { Profile, Profiles } from "./shade-profiles.ts";
import { createProfiles } from "./shade-profiles.ts";

// Units that are in each other's places, by the order in which shadows pass and by their strings (docs/mapping-errors.md).

/** Curves of a place: lost share of the light. */
export interface Evidence {
  readonly place: MappingPlace;
  readonly minutes: readonly number[];
  readonly own: Float32Array;
  /** That of the unit in the other place, as it would be here. */
  readonly other: Float32Array;
  /** From the units around the place. */
  readonly expected: Float32Array;
}

/** Two units that fit into each other's places much better than into their own. */
export interface Exchange {
  readonly evidence: readonly [Evidence, Evidence];
  /** Factor by which both together are closer to what their places lead to expect. */
  readonly factor: number;
}

export const MIN_DAYS = 5;
/** Fewer modules on a plane show no order. */
const MIN_MODULES = 8;
/** Proposals of one search; correct ones are applied before the next. */
const MAX_EXCHANGES = 10;
/** Places that fit worst, between which exchanges are looked for. */
const MAX_CANDIDATES = 150;
/** Share of fifteen minutes' light below which differences are noise. */
const NOISE = 0.05;
/** Places further than this many medians from what is expected are not trusted in estimates of others. */
const TRUSTED_MEDIANS = 2;
const TRUST_ROUNDS = 3;
/** Weight of the summed loss beside that of the loss itself. */
const SUM_WEIGHT = 0.8;
/** What it counts, as such a logarithm, that all units around a unit are of another string. */
const STRING_WEIGHT = 1.2;
/** Logarithm of the factor of both places together, and how far the next best exchange of either unit must be behind. */
const MIN_SCORE = 2;
const MIN_LEAD = 0.4;
/** A clear lead makes up for a smaller factor by this share of it. */
const LEAD_SHARE = 0.5;

interface Candidate {
  readonly one: number;
  readonly other: number;
  readonly score: number;
  /** Both units fit better. */
  readonly isMutual: boolean;
}

interface Surroundings {
  readonly profiles: Profiles;
  readonly adjacent: readonly Adjacent[][];
  /** By unit. */
  readonly strings: ReadonlyMap<number, string>;
}

/** A search in the present arrangement: `units` by place. */
class Arrangement {
  private readonly trust: Float64Array;
  private estimators: readonly Estimator[] = [];
  private readonly expectations = new Map<number, Profile>();
  private readonly places: readonly MappingPlace[];
  private readonly units: readonly number[];
  private readonly profiles: Profiles;
  private readonly adjacent: readonly Adjacent[][];
  private readonly strings: ReadonlyMap<number, string>;
  readonly misfits: Float64Array;

  constructor(
    places: readonly MappingPlace[],
    units: readonly number[],
    { profiles, adjacent, strings }: Surroundings,
  ) {
    this.places = places;
    this.units = units;
    this.profiles = profiles;
    this.adjacent = adjacent;
    this.strings = strings;
    this.trust = new Float64Array(places.length).fill(1);
    this.misfits = new Float64Array(places.length);
    for (let round = 0; round <= TRUST_ROUNDS; round++) this.estimate(round < TRUST_ROUNDS);
  }

  private estimate(learnsTrust: boolean): void {
    this.expectations.clear();
    this.estimators = this.adjacent.map((near) => fitPlace(near, this.trust));
    for (const [place, unit] of this.units.entries()) this.misfits[place] = this.misfitOf(place, unit);
    if (!learnsTrust) return;
    const median = Float64Array.from(this.misfits).sort()[this.misfits.length >> 1] ?? 0;
    for (const [place, misfit] of this.misfits.entries())
      this.trust[place] = 1 / (1 + (misfit / (TRUSTED_MEDIANS * median + NOISE)) ** 2);
  }

  expectationOf(place: number): Profile {
    const known = this.expectations.get(place);
    if (known !== undefined) return known;
    const { plane } = this.places[place]!;
    const length = this.profiles.minutesOf(plane).length;
    const expected = { loss: new Float32Array(length), sum: new Float32Array(length) };
    for (const [index, share] of this.estimators[place]!.shares) {
      const profile = this.profiles.profileOf(this.units[index]!, plane)!;
      for (let at = 0; at < length; at++) {
        expected.loss[at]! += share * profile.loss[at]!;
        expected.sum[at]! += share * profile.sum[at]!;
      }
    }
    this.expectations.set(place, expected);
    return expected;
  }

  /** How far a unit is from what its adjacent modules lead to expect at a place. */
  misfitOf(place: number, unit: number): number {
    const { plane } = this.places[place]!;
    const profile = this.profiles.profileOf(unit, plane);
    const expected = this.expectationOf(place);
    if (profile === undefined || expected.loss.length === 0) return 0;
    let total = 0;
    for (let at = 0; at < profile.loss.length; at++) {
      const [sum, loss] = [profile.sum[at]! - expected.sum[at]!, profile.loss[at]! - expected.loss[at]!];
      total += SUM_WEIGHT * sum * sum + (1 - SUM_WEIGHT) * loss * loss;
    }
    return Math.sqrt(total / profile.loss.length / (1 + this.estimators[place]!.variance));
  }

  /** Share of the units around a place that are of another string than a unit. */
  private strangersOf(place: number, unit: number): number {
    const own = this.strings.get(unit);
    let [strangers, all] = [0, 0];
    for (const { index, weight } of this.adjacent[place]!) {
      const string = this.strings.get(this.units[index]!);
      if (own === undefined || string === undefined || this.units[index] === unit) continue;
      all += weight;
      if (string !== own) strangers += weight;
    }
    return all > 0 ? strangers / all : 0;
  }

  private gainOf(place: number, unit: number): number {
    const light = Math.log((this.misfits[place]! + NOISE) / (this.misfitOf(place, unit) + NOISE));
    const strangers = this.strangersOf(place, this.units[place]!) - this.strangersOf(place, unit);
    return light + STRING_WEIGHT * strangers;
  }

  /** The exchange that explains most, where no other one of its units comes near. */
  findBest(): Candidate | undefined {
    const worst = [...this.misfits.keys()]
      .sort((one, other) => this.misfits[other]! - this.misfits[one]!)
      .slice(0, MAX_CANDIDATES);
    const candidates = worst.flatMap((one, index) =>
      worst.slice(0, index).map((other): Candidate => {
        const gains = [this.gainOf(one, this.units[other]!), this.gainOf(other, this.units[one]!)];
        return { one, other, score: gains[0]! + gains[1]!, isMutual: Math.min(...gains) > 0 };
      }),
    );
    candidates.sort((one, other) => other.score - one.score);
    const [best, ...others] = candidates;
    if (best === undefined) return undefined;
    const own = [best.one, best.other];
    const next = others.find(({ one, other }) => own.includes(one) || own.includes(other));
    const lead = Math.min(best.score - Math.max(next?.score ?? 0, 0), 1);
    const isSure = best.isMutual && lead >= MIN_LEAD && best.score + LEAD_SHARE * lead >= MIN_SCORE;
    return isSure ? best : undefined;
  }
}

/** Exchanges that the values of some days suggest, the surest first; each takes the ones before it as corrected. */
export function findExchanges(all: readonly MappingPlace[], days: readonly DayPlanes[]): Exchange[] {
  const profiles = createProfiles(days, all);
  if (profiles.dayCount < MIN_DAYS) return [];
  const counts = Map.groupBy(all, ({ plane }) => plane);
  const places = all.filter(
    ({ unit, plane }) =>
      counts.get(plane)!.length >= MIN_MODULES && profiles.profileOf(unit, plane) !== undefined,
  );
  const units = places.map(({ unit }) => unit);
  const adjacent = listAdjacent(places);
  const strings = new Map(places.flatMap(({ unit, string }) => (string === null ? [] : [[unit, string]])));
  const found: Exchange[] = [];
  while (found.length < MAX_EXCHANGES) {
    const arrangement = new Arrangement(places, units, { profiles, adjacent, strings });
    const best = arrangement.findBest();
    if (best === undefined) break;
    const { one, other, score } = best;
    const toEvidence = (place: number, partner: number): Evidence => {
      const { plane } = places[place]!;
      const lossOf = (index: number) => profiles.profileOf(units[index]!, plane)!.loss;
      return {
        place: { ...places[place]!, unit: units[place]! },
        minutes: profiles.minutesOf(plane),
        own: lossOf(place),
        other: lossOf(partner),
        expected: arrangement.expectationOf(place).loss,
      };
    };
    found.push({ evidence: [toEvidence(one, other), toEvidence(other, one)], factor: Math.exp(score / 2) });
    [units[one], units[other]] = [units[other]!, units[one]!];
  }
  return found;
}
