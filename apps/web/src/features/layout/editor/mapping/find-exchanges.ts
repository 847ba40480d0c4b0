import type { DayPlanes } from "@heliograph/contract/layout-day";
import type { Variances } from "./deviations.ts";
import { deviationOf, usualVariances } from "./deviations.ts";
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
/** Misfit below which differences say little. */
const MIN_MISFIT = 0.2;
/** Places further than this many medians from what is expected are not trusted in estimates of others. */
const TRUSTED_MEDIANS = 2;
/** Misfit that every place is trusted with. */
const TRUSTED_MISFIT = 0.05;
const TRUST_ROUNDS = 3;
/** What it counts, as a logarithm of misfits, that all units around a unit are of another string. */
const STRING_WEIGHT = 2;
/** How far the next best exchange of either unit must be behind, as a logarithm of the factor of both places together. */
const MIN_LEAD = 0.3;
/** Least sum of that logarithm and of the lead, up to one, which counts more. */
const MIN_SCORE = 2.1;
const LEAD_WEIGHT = 1.5;
/** By how much, as a logarithm of misfits, one of the units may fit less well in the other place. */
const MAX_WORSENING = 0.3;

interface Candidate {
  readonly one: number;
  readonly other: number;
  readonly score: number;
  /** Neither unit fits much less well. */
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
  /** By plane. */
  private variances: ReadonlyMap<number, Variances> = new Map();
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
    this.variances = this.learnVariances();
    for (const [place, unit] of this.units.entries()) this.misfits[place] = this.misfitOf(place, unit);
    if (!learnsTrust) return;
    const median = Float64Array.from(this.misfits).sort()[this.misfits.length >> 1] ?? 0;
    for (const [place, misfit] of this.misfits.entries())
      this.trust[place] = 1 / (1 + (misfit / (TRUSTED_MEDIANS * median + TRUSTED_MISFIT)) ** 2);
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

  private learnVariances(): Map<number, Variances> {
    const byPlane = Map.groupBy(this.places.keys(), (place) => this.places[place]!.plane);
    return new Map(
      [...byPlane].map(([plane, members]) => {
        const comparisons = members.map((place) => ({
          profile: this.profiles.profileOf(this.units[place]!, plane)!,
          expected: this.expectationOf(place),
          variance: this.estimators[place]!.variance,
        }));
        return [plane, usualVariances(comparisons, this.profiles.minutesOf(plane).length)];
      }),
    );
  }

  /** What a place leads to expect where the unit that is there and another one of its surroundings are exchanged. */
  private expectationWith(place: number, unit: number): Profile {
    const expected = this.expectationOf(place);
    const share = this.estimators[place]!.shares.find(([index]) => this.units[index] === unit)?.[1];
    if (share === undefined) return expected;
    const { plane } = this.places[place]!;
    const [mine, theirs] = [this.units[place]!, unit].map((each) => this.profiles.profileOf(each, plane)!);
    const exchange = (key: keyof Profile) =>
      expected[key].map((value, at) => value + share * (mine![key][at]! - theirs![key][at]!));
    return { loss: exchange("loss"), sum: exchange("sum") };
  }

  /** How far a unit is from what its adjacent modules lead to expect at a place. */
  misfitOf(place: number, unit: number): number {
    const { plane } = this.places[place]!;
    const profile = this.profiles.profileOf(unit, plane);
    if (profile === undefined) return 0;
    const { variance } = this.estimators[place]!;
    const expected = this.expectationWith(place, unit);
    return deviationOf({ profile, expected, variance }, this.variances.get(plane)!);
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
    const light = Math.log((this.misfits[place]! + MIN_MISFIT) / (this.misfitOf(place, unit) + MIN_MISFIT));
    const strangers = this.strangersOf(place, this.units[place]!) - this.strangersOf(place, unit);
    return light + STRING_WEIGHT * strangers;
  }

  /** The exchange that explains most, where no other one of its units comes near. Each place once: it would go back and forth. */
  findBest(exchanged: ReadonlySet<number>): Candidate | undefined {
    const worst = [...this.misfits.keys()]
      .filter((place) => !exchanged.has(place))
      .sort((one, other) => this.misfits[other]! - this.misfits[one]!)
      .slice(0, MAX_CANDIDATES);
    const candidates = worst.flatMap((one, index) =>
      worst.slice(0, index).map((other): Candidate => {
        const gains = [this.gainOf(one, this.units[other]!), this.gainOf(other, this.units[one]!)];
        return { one, other, score: gains[0]! + gains[1]!, isMutual: Math.min(...gains) > -MAX_WORSENING };
      }),
    );
    candidates.sort((one, other) => other.score - one.score);
    const [best, ...others] = candidates;
    if (best === undefined) return undefined;
    const own = [best.one, best.other];
    const next = others.find(({ one, other }) => own.includes(one) || own.includes(other));
    const lead = Math.min(best.score - Math.max(next?.score ?? 0, 0), 1);
    const isSure = best.isMutual && lead >= MIN_LEAD && best.score + LEAD_WEIGHT * lead >= MIN_SCORE;
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
  const exchanged = new Set<number>();
  while (found.length < MAX_EXCHANGES) {
    const arrangement = new Arrangement(places, units, { profiles, adjacent, strings });
    const best = arrangement.findBest(exchanged);
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
    exchanged.add(one).add(other);
  }
  return found;
}
