import type { DayPlanes } from "@heliograph/contract/layout-day";
import type { OccupiedPlace } from "./mapping-places.ts";

// What a unit loses over the day against the well-lit units of a plane (docs/mapping-errors.md).

const BIN_S = 900;
const DAY_S = 86_400;
/** Units from which the power of a plane is taken: more change nothing. */
const MAX_REFERENCES = 200;
const MIN_REFERENCES = 3;
const REFERENCE_QUANTILE = 0.75;
/** Of a unit's powers, the one that it reaches with full light. */
const FULL_QUANTILE = 0.95;
/** Of a unit's day, the share without shade. */
const LIT_QUANTILE = 0.7;
/** Below this share of full power the light says little. */
const MIN_REFERENCE = 0.06;
/** Under clouds there are no shadows: below this share of the clearest day a step does not count, above the other in full. */
const CLOUDY = 0.4;
const CLEAR = 0.8;
/** Sum of the clearness of all reports of a quarter hour. */
const MIN_WEIGHT = 2;
/** Share of the units with a value that a quarter hour needs. */
const MIN_KNOWN = 0.8;

/** Lost share of the light by quarter hour of the plane's day. */
export interface Profile {
  readonly loss: Float32Array;
  /** Summed from sunrise to noon, and back from sunset to noon: an edge of a shadow that is later by a while is a difference of that size. */
  readonly sum: Float32Array;
}

interface PlaneDay {
  /** By day and step; 0 where there is no reference. */
  readonly reference: Float32Array;
  readonly weight: Float32Array;
  /** Quarter hours with enough values. */
  readonly bins: readonly number[];
}

const quantile = (sorted: Float32Array, share: number): number =>
  sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;

/** Whether a day is compared with others: not one on which the clock was set, nor one of another interval of reports. */
export const isComparable = ({ header }: DayPlanes, stepS: number): boolean =>
  header.stepS === stepS && header.steps === Math.round(DAY_S / stepS);

/** Powers of units on several days, each unit by its own full power; days that cannot be compared are left out. */
class Powers {
  readonly steps: number;
  readonly stepS: number;
  readonly length: number;
  private readonly days: readonly DayPlanes[];
  private readonly rows: readonly ReadonlyMap<number, number>[];
  private readonly cache = new Map<number, Float32Array>();

  constructor(days: readonly DayPlanes[]) {
    this.stepS = days[0]?.header.stepS ?? BIN_S;
    this.steps = Math.round(DAY_S / this.stepS);
    this.days = days.filter((day) => isComparable(day, this.stepS));
    this.rows = this.days.map(({ header }) => new Map(header.units.map((unit, row) => [unit, row])));
    this.length = this.days.length * this.steps;
  }

  get dayCount(): number {
    return this.days.length;
  }

  /** NaN without a value. */
  of(unit: number): Float32Array {
    const known = this.cache.get(unit);
    if (known !== undefined) return known;
    const powers = new Float32Array(this.length).fill(Number.NaN);
    for (const [day, { header, planes }] of this.days.entries()) {
      const row = this.rows[day]!.get(unit);
      if (row === undefined) continue;
      for (let step = 0; step < this.steps; step++) {
        const count = planes.powerW[row * this.steps + step]!;
        if (count > 0) powers[day * this.steps + step] = (count - 1) * header.powerScales[row]!;
      }
    }
    const full = quantile(powers.filter((power) => power > 0).sort(), FULL_QUANTILE);
    for (let index = 0; index < powers.length; index++) powers[index]! /= full;
    // A large plant's powers are not all kept: they are read again for the few units that are candidates.
    if (this.cache.size < MAX_REFERENCES) this.cache.set(unit, powers);
    return powers;
  }
}

function createReference(powers: Powers, units: readonly number[]): Float32Array {
  const step = Math.max(1, Math.floor(units.length / MAX_REFERENCES));
  const all = units.filter((_, index) => index % step === 0).map((unit) => powers.of(unit));
  return Float32Array.from({ length: powers.length }, (_, index) => {
    const known = Float32Array.from(all, (each) => each[index]!).filter((each) => !Number.isNaN(each));
    if (known.length < MIN_REFERENCES) return 0;
    const reference = quantile(known.sort(), REFERENCE_QUANTILE);
    return reference > MIN_REFERENCE ? reference : 0;
  });
}

/** How clear each step is, by the clearest day at about the same time. */
function weigh(reference: Float32Array, steps: number): Float32Array {
  const clearest = new Float32Array(steps);
  for (const [index, each] of reference.entries())
    for (const step of [(index % steps) - 1, index % steps, (index % steps) + 1])
      if (step >= 0 && step < steps) clearest[step] = Math.max(clearest[step]!, each);
  return reference.map((each, index) =>
    each === 0 ? 0 : Math.min(Math.max((each / clearest[index % steps]! - CLOUDY) / (CLEAR - CLOUDY), 0), 1),
  );
}

/** Profiles of units as they would be on each plane. */
export function createProfiles(days: readonly DayPlanes[], places: readonly OccupiedPlace[]) {
  const powers = new Powers(days);
  const binOf = (index: number): number => Math.floor(((index % powers.steps) * powers.stepS) / BIN_S);
  const binCount = Math.max(1, Math.floor(DAY_S / Math.max(BIN_S, powers.stepS)));
  const planeDays = new Map<number, PlaneDay>();
  const cache = new Map<string, Profile | undefined>();
  let noon: number | undefined;

  /** Share of the plane's light by quarter hour; NaN where it is not known. */
  function readShares(unit: number, { reference, weight }: Pick<PlaneDay, "reference" | "weight">) {
    const [sums, weights] = [new Float32Array(binCount), new Float32Array(binCount)];
    for (const [index, power] of powers.of(unit).entries()) {
      if (weight[index] === 0 || Number.isNaN(power)) continue;
      const bin = binOf(index);
      sums[bin]! += weight[index]! * Math.min(power / reference[index]!, 2);
      weights[bin]! += weight[index]!;
    }
    return sums.map((sum, bin) => (weights[bin]! > MIN_WEIGHT ? sum / weights[bin]! : Number.NaN));
  }

  function planeDayOf(plane: number): PlaneDay {
    const known = planeDays.get(plane);
    if (known !== undefined) return known;
    const units = places.filter((place) => place.plane === plane).map(({ unit }) => unit);
    const reference = createReference(powers, units);
    const weight = weigh(reference, powers.steps);
    const counts = new Float32Array(binCount);
    for (const unit of units)
      for (const [bin, share] of readShares(unit, { reference, weight }).entries())
        if (!Number.isNaN(share)) counts[bin]! += 1;
    const bins = [...counts.keys()].filter((bin) => counts[bin]! > units.length * MIN_KNOWN);
    const planeDay = { reference, weight, bins };
    planeDays.set(plane, planeDay);
    return planeDay;
  }

  /** The middle of the plant's light; a plane that faces east has its own too early. */
  function noonBin(): number {
    noon ??= findNoon();
    return noon;
  }

  function findNoon(): number {
    const bins = [...new Set(places.map(({ plane }) => plane))].flatMap((plane) => planeDayOf(plane).bins);
    return bins.length === 0 ? 0 : (Math.min(...bins) + Math.max(...bins) + 1) / 2;
  }

  function createProfile(unit: number, plane: number): Profile | undefined {
    const planeDay = planeDayOf(plane);
    const { bins } = planeDay;
    const shares = readShares(unit, planeDay);
    const lit = quantile(shares.filter((share) => !Number.isNaN(share)).sort(), LIT_QUANTILE);
    // A unit that produces nothing, or is silent, has no place to show.
    if (!(lit > 0)) return undefined;
    const loss = Float32Array.from(bins, (bin) =>
      Number.isNaN(shares[bin]!) ? 0 : Math.min(Math.max(1 - shares[bin]! / lit, -1), 1),
    );
    const sum = new Float32Array(loss.length);
    const noon = bins.filter((bin) => bin < noonBin()).length;
    for (let at = 0, total = 0; at < noon; at++) sum[at] = total += loss[at]!;
    for (let at = loss.length - 1, total = 0; at >= noon; at--) sum[at] = total += loss[at]!;
    return { loss, sum };
  }

  return {
    dayCount: powers.dayCount,
    /** Undefined for a unit without power. */
    profileOf(unit: number, plane: number): Profile | undefined {
      const key = `${unit}/${plane}`;
      if (!cache.has(key)) cache.set(key, createProfile(unit, plane));
      return cache.get(key);
    },
    /** Minutes since midnight of the values of a plane's profiles. */
    minutesOf: (plane: number): number[] =>
      planeDayOf(plane).bins.map((bin) => (bin * DAY_S) / binCount / 60 + DAY_S / binCount / 120),
  };
}

export type Profiles = ReturnType<typeof createProfiles>;
