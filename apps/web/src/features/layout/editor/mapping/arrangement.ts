import type { Variances } from "./deviations.ts";
import { deviationOf, usualVariances } from "./deviations.ts";
import type { Adjacent, Estimator } from "./local-fit.ts";
import { fitPlace } from "./local-fit.ts";
import type { MappingPlace } from "./mapping-places.ts";
import type { Profile, Profiles } from "./shade-profiles.ts";

/** Misfit below which differences say little. */
const MIN_MISFIT = 0.2;
/** Places further than this many medians from what is expected are not trusted in estimates of others. */
const TRUSTED_MEDIANS = 2;
/** Misfit that every place is trusted with. */
const TRUSTED_MISFIT = 0.05;
const TRUST_ROUNDS = 3;
/** What it counts, as a logarithm of misfits, that all units around a unit are of another string. */
const STRING_WEIGHT = 2;
/** Weights of the modules around a free place that it takes to propose a move to it: about those in the corner of a plane. */
const SURE_SUPPORT = 0.8;
/** With less, the free place is not even counted as another one that the unit may belong to. */
const MIN_SUPPORT = 0.3;
/** How far the unit may be from what the free place leads to expect, in medians of all places, and in addition. */
const SURE_MEDIANS = 2;
const SURE_MISFIT = 0.3;

export interface Surroundings {
  readonly profiles: Profiles;
  readonly adjacent: readonly Adjacent[][];
  /** By unit. */
  readonly strings: ReadonlyMap<number, string>;
}

/** How units match the places of a present arrangement: `units` by place, null where there is none. */
export class Arrangement {
  private readonly trust: Float64Array;
  private estimators: readonly Estimator[] = [];
  private readonly expectations = new Map<number, Profile>();
  /** By plane. */
  private variances: ReadonlyMap<number, Variances> = new Map();
  private readonly places: readonly MappingPlace[];
  private readonly units: readonly (number | null)[];
  private readonly profiles: Profiles;
  private readonly adjacent: readonly Adjacent[][];
  private readonly strings: ReadonlyMap<number, string>;
  /** Places with a unit. */
  readonly filled: readonly number[];
  readonly misfits: Float64Array;

  constructor(
    places: readonly MappingPlace[],
    units: readonly (number | null)[],
    { profiles, adjacent, strings }: Surroundings,
  ) {
    this.places = places;
    this.units = units;
    this.profiles = profiles;
    this.adjacent = adjacent;
    this.strings = strings;
    this.filled = [...places.keys()].filter((place) => units[place] !== null);
    this.trust = Float64Array.from(units, (unit) => (unit === null ? 0 : 1));
    this.misfits = new Float64Array(places.length);
    for (let round = 0; round <= TRUST_ROUNDS; round++) this.estimate(round < TRUST_ROUNDS);
  }

  private estimate(learnsTrust: boolean): void {
    this.expectations.clear();
    this.estimators = this.adjacent.map((near) => fitPlace(near, this.trust));
    this.variances = this.learnVariances();
    for (const place of this.filled) this.misfits[place] = this.misfitOf(place, this.units[place]!);
    if (!learnsTrust) return;
    const median = this.medianMisfit();
    for (const place of this.filled)
      this.trust[place] = 1 / (1 + (this.misfits[place]! / (TRUSTED_MEDIANS * median + TRUSTED_MISFIT)) ** 2);
  }

  private combine(plane: number, { shares }: Estimator): Profile {
    const length = this.profiles.minutesOf(plane).length;
    const expected = { loss: new Float32Array(length), sum: new Float32Array(length) };
    for (const [index, share] of shares) {
      const unit = this.units[index]!;
      if (unit === null) continue;
      const profile = this.profiles.profileOf(unit, plane)!;
      for (let at = 0; at < length; at++) {
        expected.loss[at]! += share * profile.loss[at]!;
        expected.sum[at]! += share * profile.sum[at]!;
      }
    }
    return expected;
  }

  expectationOf(place: number): Profile {
    const known = this.expectations.get(place);
    if (known !== undefined) return known;
    const expected = this.combine(this.places[place]!.plane, this.estimators[place]!);
    this.expectations.set(place, expected);
    return expected;
  }

  private learnVariances(): Map<number, Variances> {
    const byPlane = Map.groupBy(this.filled, (place) => this.places[place]!.plane);
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
  private misfitOf(place: number, unit: number): number {
    const { plane } = this.places[place]!;
    const profile = this.profiles.profileOf(unit, plane);
    if (profile === undefined) return 0;
    const { variance } = this.estimators[place]!;
    const expected = this.expectationWith(place, unit);
    return deviationOf({ profile, expected, variance }, this.variances.get(plane)!);
  }

  /** The same at a free place, without the unit where it is now. */
  private misfitAtFree(from: number, free: number): number | undefined {
    const { plane } = this.places[free]!;
    const profile = this.profiles.profileOf(this.units[from]!, plane);
    if (profile === undefined) return undefined;
    const near = this.adjacent[free]!.filter(({ index }) => index !== from);
    const isAround = near.length < this.adjacent[free]!.length;
    const estimator = isAround ? fitPlace(near, this.trust) : this.estimators[free]!;
    const expected = isAround ? this.combine(plane, estimator) : this.expectationOf(free);
    return deviationOf({ profile, expected, variance: estimator.variance }, this.variances.get(plane)!);
  }

  /** Weights of the modules around a free place, without one that leaves. */
  private supportOf(free: number, from?: number): number {
    let support = 0;
    for (const { index, weight } of this.adjacent[free]!)
      if (index !== from) support += weight * this.trust[index]!;
    return support;
  }

  private medianMisfit(): number {
    const sorted = Float64Array.from(this.filled, (place) => this.misfits[place]!).sort();
    return sorted[sorted.length >> 1] ?? 0;
  }

  /** Share of the units around a place that are of another string than a unit. */
  private strangersOf(place: number, unit: number): number {
    const own = this.strings.get(unit);
    let [strangers, all] = [0, 0];
    for (const { index, weight } of this.adjacent[place]!) {
      const other = this.units[index]!;
      const string = other === null ? undefined : this.strings.get(other);
      if (own === undefined || string === undefined || other === unit) continue;
      all += weight;
      if (string !== own) strangers += weight;
    }
    return all > 0 ? strangers / all : 0;
  }

  /** Whether most modules around a place are in the string of a unit. */
  isAmongString(place: number, unit: number): boolean {
    return this.strings.has(unit) && this.strangersOf(place, unit) < 0.5;
  }

  /** By how much a place is matched better by a unit than by its own, as a logarithm of misfits. */
  gainOf(place: number, unit: number): number {
    const light = Math.log((this.misfits[place]! + MIN_MISFIT) / (this.misfitOf(place, unit) + MIN_MISFIT));
    const strangers = this.strangersOf(place, this.units[place]!) - this.strangersOf(place, unit);
    return light + STRING_WEIGHT * strangers;
  }

  /** Free places with enough around them to expect something there. */
  listFree(): number[] {
    return [...this.places.keys()].filter(
      (place) => this.units[place] === null && this.supportOf(place) >= MIN_SUPPORT,
    );
  }

  /** By how much the unit of a place matches a free one better. */
  gainOfMove(from: number, free: number): number | undefined {
    const misfit = this.misfitAtFree(from, free);
    if (misfit === undefined) return undefined;
    const unit = this.units[from]!;
    const strangers = this.strangersOf(from, unit) - this.strangersOf(free, unit);
    return Math.log((this.misfits[from]! + MIN_MISFIT) / (misfit + MIN_MISFIT)) + STRING_WEIGHT * strangers;
  }

  /** Whether enough is around a free place, and the unit as close to it as units usually are to theirs. */
  isSureOfMove(from: number, free: number): boolean {
    const misfit = this.misfitAtFree(from, free);
    if (misfit === undefined || this.supportOf(free, from) < SURE_SUPPORT) return false;
    return misfit <= SURE_MEDIANS * this.medianMisfit() + SURE_MISFIT;
  }
}
