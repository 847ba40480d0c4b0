import type { PlaceableUnit } from "@heliograph/contract";
import type { DayPlanes } from "@heliograph/contract/layout-day";
import { COUNT_SCALES } from "@heliograph/contract/layout-day";
import { isComparable } from "./shade-profiles.ts";

// Units in series carry one current: one whose current follows that of another string is wired there (docs/mapping-errors.md).
// Only for units without a converter. The input of an optimizer has the current of its own module.

const BIN_S = 900;
const DAY_S = 86_400;
/** Quarter hours that a comparison needs. */
const MIN_BINS = 12;
/** Fewer members do not show the current of a string. */
const MIN_MEMBERS = 4;
/** Of a string's largest current, the share below which meters say little. */
const MIN_SHARE = 0.1;
/** Deviation that meters have at least, as a share of the current. */
const MIN_USUAL = 0.002;
/** Above this usual deviation, the members of a string do not carry one current. */
const MAX_USUAL = 0.02;
/** By how many usual deviations a unit differs from strings that it is not in, and within how many it follows its own. */
const DIFFERING = 5;
const FOLLOWING = 2;

/** A unit whose current follows that of another string than the recorded one. Currents in A. */
export interface WiringFinding {
  readonly unit: number;
  readonly recorded: string;
  readonly followed: string;
  /** Minutes since midnight of the values. */
  readonly minutes: readonly number[];
  readonly own: Float32Array;
  readonly ofRecorded: Float32Array;
  readonly ofFollowed: Float32Array;
}

interface StringCurrent {
  readonly string: string;
  readonly current: Float32Array;
  readonly deviations: ReadonlyMap<number, number>;
  readonly usual: number;
}

const medianOf = (values: Float32Array): number => values.sort()[values.length >> 1] ?? Number.NaN;

/** By day and step, NaN without a value. */
function readCurrent(days: readonly DayPlanes[], unit: number): Float32Array {
  const { scale, offset } = COUNT_SCALES.currentA;
  const { steps } = days[0]!.header;
  const current = new Float32Array(days.length * steps).fill(Number.NaN);
  for (const [day, { header, planes }] of days.entries()) {
    const row = header.units.indexOf(unit);
    if (row < 0) continue;
    for (let step = 0; step < steps; step++) {
      const count = planes.currentA[row * steps + step]!;
      if (count > 0) current[day * steps + step] = (count - 1) * scale + offset;
    }
  }
  return current;
}

/** The median of a string's members where at least half of them have a value. */
function medianCurrent(members: readonly Float32Array[]): Float32Array {
  return members[0]!.map((_, index) => {
    const known = Float32Array.from(members, (each) => each[index]!).filter((each) => !Number.isNaN(each));
    return known.length * 2 < members.length ? Number.NaN : medianOf(known);
  });
}

/** Means of currents by quarter hour, of the times at which all of them have a value; NaN without any. */
function meanByBin(currents: readonly Float32Array[], steps: number): Float32Array[] {
  const bins = Math.min(DAY_S / BIN_S, steps);
  const means = currents.map(() => new Float32Array(bins));
  const counts = new Float32Array(bins);
  for (let index = 0; index < currents[0]!.length; index++) {
    if (currents.some((current) => Number.isNaN(current[index]!))) continue;
    const bin = Math.floor(((index % steps) * bins) / steps);
    for (const [at, current] of currents.entries()) means[at]![bin]! += current[index]!;
    counts[bin]! += 1;
  }
  return means.map((sums) => sums.map((sum, bin) => (counts[bin] === 0 ? Number.NaN : sum / counts[bin]!)));
}

/** How far a unit's current is from a string's over the day, as a share of it. A constant factor, as of a tolerance, does not count. */
function deviationOf(own: Float32Array, ofString: Float32Array, steps: number): number {
  const [means, expected] = meanByBin([own, ofString], steps) as [Float32Array, Float32Array];
  const min = MIN_SHARE * Math.max(...expected.filter((each) => !Number.isNaN(each)));
  const ratios = means.map((mean, bin) => mean / expected[bin]!).filter((_, bin) => expected[bin]! > min);
  if (ratios.length < MIN_BINS) return Number.NaN;
  const usual = medianOf(ratios.slice());
  return Math.sqrt(ratios.reduce((sum, ratio) => sum + (ratio / usual - 1) ** 2, 0) / ratios.length);
}

type WiredUnit = Pick<PlaceableUnit, "key" | "type" | "parentSn">;

const listRecorded = (units: readonly WiredUnit[]): ReadonlyMap<number, string> =>
  new Map(units.flatMap(({ key, parentSn }) => (parentSn === null ? [] : [[key, parentSn]])));

/** Units without a converter whose current follows another string than the recorded one. */
export function findWiring(all: readonly DayPlanes[], units: readonly WiredUnit[]): WiringFinding[] {
  const strings = listRecorded(units.filter(({ type }) => type === "RSD"));
  const days = all.filter((day) => isComparable(day, all[0]!.header.stepS));
  if (days.length === 0) return [];
  const { steps } = days[0]!.header;
  const currents = new Map([...strings.keys()].map((unit) => [unit, readCurrent(days, unit)]));
  const known = [...Map.groupBy(strings.keys(), (unit) => strings.get(unit)!)]
    .map(([string, members]) => toStringCurrent(string, members))
    .filter(({ deviations, usual }) => deviations.size >= MIN_MEMBERS && usual <= MAX_USUAL);

  function toStringCurrent(string: string, members: readonly number[]): StringCurrent {
    const current = medianCurrent(members.map((unit) => currents.get(unit)!));
    const deviations = new Map(
      members
        .map((unit) => [unit, deviationOf(currents.get(unit)!, current, steps)] as const)
        .filter(([, deviation]) => !Number.isNaN(deviation)),
    );
    const usual = Math.max(medianOf(Float32Array.from(deviations.values())), MIN_USUAL);
    return { string, current, deviations, usual };
  }

  function findFollowed(unit: number, recorded: StringCurrent): WiringFinding[] {
    const own = currents.get(unit)!;
    const [best, next] = known
      .filter((other) => other !== recorded)
      .map((other) => ({ other, usuals: deviationOf(own, other.current, steps) / other.usual }))
      .filter(({ usuals }) => !Number.isNaN(usuals))
      .sort((one, other) => one.usuals - other.usuals);
    // Where two strings have the same current it is not known which of them the unit is in.
    if (best === undefined || best.usuals > FOLLOWING || (next && next.usuals < DIFFERING)) return [];
    const means = meanByBin([own, recorded.current, best.other.current], steps);
    const bins = [...means[0]!.keys()].filter((bin) => means.some((mean) => mean[bin]! > 0));
    const [shown, ofRecorded, ofFollowed] = means.map((mean) => Float32Array.from(bins, (bin) => mean[bin]!));
    return [
      {
        ...{ unit, recorded: recorded.string, followed: best.other.string },
        minutes: bins.map((bin) => ((bin + 0.5) * DAY_S) / means[0]!.length / 60),
        ...{ own: shown!, ofRecorded: ofRecorded!, ofFollowed: ofFollowed! },
      },
    ];
  }

  return known.flatMap((recorded) =>
    [...recorded.deviations].flatMap(([unit, deviation]) =>
      deviation < DIFFERING * recorded.usual ? [] : findFollowed(unit, recorded),
    ),
  );
}

/** Strings by unit: as recorded, or the one that its current follows. */
export const listStrings = (
  units: readonly WiredUnit[],
  findings: readonly WiringFinding[],
): ReadonlyMap<number, string> =>
  new Map([...listRecorded(units), ...findings.map(({ unit, followed }) => [unit, followed] as const)]);

/** Units that are in each other's recorded strings, each way, where no other unit is in that string instead. */
export function listCounterparts(findings: readonly WiringFinding[]): ReadonlyMap<number, number> {
  const byWay = Map.groupBy(findings, ({ recorded, followed }) => `${recorded}/${followed}`);
  return new Map(
    findings.flatMap(({ unit, recorded, followed }) => {
      const own = byWay.get(`${recorded}/${followed}`)!;
      const others = byWay.get(`${followed}/${recorded}`) ?? [];
      return own.length === 1 && others.length === 1 ? [[unit, others[0]!.unit]] : [];
    }),
  );
}
