import type { CountScale, DaySource, DayValue, StepRange } from "@heliograph/contract/layout-day";
import { COUNT_SCALES, encodeCount } from "@heliograph/contract/layout-day";
import type { UnitReadings } from "./unit-day.repository.ts";

/** Means of the readings of all units by step, as a day file has them; the units without readings are absent. */
export interface UnitMeans extends Pick<DaySource, "filled" | "planeOf"> {
  readonly header: Pick<DaySource["header"], "units" | "powerScales" | "open">;
}

// A count has 16 bits, which is 32 kW in steps of half a watt; stations and combiners beyond it get steps of 50 W.
const FINE_W = 0.5;
const COARSE_W = 50;
const MAX_FINE_W = FINE_W * 65_000;

/** Readings with their places in the planes. */
interface PlacedBlock extends UnitReadings {
  readonly place: Uint32Array;
}

/** Readings of all units of a plant over a day. */
export interface PlacedReadings {
  readonly blocks: readonly PlacedBlock[];
  /** In the order of the planes. */
  readonly units: readonly number[];
  /** Those of the planes. */
  readonly filled: StepRange;
  /** No step has two readings of a unit, as where gateways report once a step: then each reading is the mean of its step. */
  readonly isSingle: boolean;
}

function listUnits(blocks: readonly UnitReadings[]): number[] {
  const units = new Set<number>();
  for (const { unit } of blocks)
    for (let row = 0; row < unit.length; row++)
      if (row === 0 || unit[row] !== unit[row - 1]) units.add(unit[row]!);
  return [...units].sort((one, other) => one - other);
}

/** From the first to the last step of which a unit has a reading; no steps without readings. */
function findFilled(blocks: readonly UnitReadings[]): StepRange {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (const { step } of blocks)
    for (let row = 0; row < step.length; row++) {
      if (step[row]! < from) from = step[row]!;
      if (step[row]! >= to) to = step[row]! + 1;
    }
  return { from: Math.min(from, to), to };
}

function placeBlock(
  readings: UnitReadings,
  indexes: ReadonlyMap<number, number>,
  { from, to }: StepRange,
): PlacedBlock {
  const { unit, step } = readings;
  const steps = to - from;
  const place = new Uint32Array(unit.length);
  let start = 0;
  for (let row = 0; row < unit.length; row++) {
    if (row === 0 || unit[row] !== unit[row - 1]) start = indexes.get(unit[row]!)! * steps;
    place[row] = start + step[row]! - from;
  }
  return { ...readings, place };
}

function hasOneReadingPerPlace(blocks: readonly PlacedBlock[], size: number): boolean {
  const isTaken = new Uint8Array(size);
  for (const { place } of blocks)
    for (let row = 0; row < place.length; row++) {
      if (isTaken[place[row]!] === 1) return false;
      isTaken[place[row]!] = 1;
    }
  return true;
}

function encodeReadings(
  blocks: readonly PlacedBlock[],
  name: DayValue,
  scale: CountScale,
  size: number,
): Uint16Array {
  const counts = new Uint16Array(size);
  for (const { place, [name]: values } of blocks)
    for (let row = 0; row < place.length; row++) counts[place[row]!] = encodeCount(values[row]!, scale);
  return counts;
}

function encodeMeans(
  blocks: readonly PlacedBlock[],
  name: DayValue,
  scale: CountScale,
  size: number,
): Uint16Array {
  const sums = new Float64Array(size);
  const amounts = new Uint32Array(size);
  for (const { place, [name]: values } of blocks)
    for (let row = 0; row < place.length; row++) {
      const value = values[row]!;
      if (Number.isNaN(value)) continue;
      sums[place[row]!]! += value;
      amounts[place[row]!]!++;
    }
  const counts = new Uint16Array(size);
  for (let at = 0; at < size; at++) counts[at] = encodeCount(sums[at]! / amounts[at]!, scale);
  return counts;
}

/** Of each unit, by its highest reading. */
function findPowerScales(blocks: readonly PlacedBlock[], units: number, steps: number): number[] {
  const scaleOf = new Array<number>(units).fill(FINE_W);
  for (const { place, powerW } of blocks)
    for (let row = 0; row < place.length; row++)
      if (powerW[row]! > MAX_FINE_W) scaleOf[Math.floor(place[row]! / steps)] = COARSE_W;
  return scaleOf;
}

function findOpen(blocks: readonly PlacedBlock[], { from, to }: StepRange): Record<number, number[]> {
  const steps = to - from;
  const open = new Map<number, Set<number>>();
  for (const { isOpen, place } of blocks)
    for (let row = isOpen.indexOf(1); row !== -1; row = isOpen.indexOf(1, row + 1)) {
      const unit = Math.floor(place[row]! / steps);
      const own = open.get(unit) ?? new Set();
      open.set(unit, own.add(from + (place[row]! % steps)));
    }
  return Object.fromEntries(
    [...open].map(([unit, own]) => [unit, [...own].sort((one, other) => one - other)]),
  );
}

/** Finds the places of readings in planes that hold them all. */
export function placeReadings(readings: readonly UnitReadings[]): PlacedReadings {
  const units = listUnits(readings);
  const indexes = new Map(units.map((unit, index) => [unit, index]));
  const filled = findFilled(readings);
  const blocks = readings.map((block) => placeBlock(block, indexes, filled));
  const size = units.length * (filled.to - filled.from);
  return { blocks, units, filled, isSingle: hasOneReadingPerPlace(blocks, size) };
}

/** Means of readings by unit and step as counts. */
export function toUnitMeans({ blocks, units, filled, isSingle }: PlacedReadings): UnitMeans {
  const steps = filled.to - filled.from;
  const size = units.length * steps;
  const powerScales = findPowerScales(blocks, units.length, steps);

  const encode = (name: DayValue, scale: CountScale): Uint16Array =>
    isSingle ? encodeReadings(blocks, name, scale, size) : encodeMeans(blocks, name, scale, size);

  function encodePower(): Uint16Array {
    const counts = encode("powerW", { scale: FINE_W, offset: 0 });
    if (!powerScales.includes(COARSE_W)) return counts;
    const coarse = encode("powerW", { scale: COARSE_W, offset: 0 });
    for (const [unit, scale] of powerScales.entries())
      if (scale === COARSE_W) counts.set(coarse.subarray(unit * steps, (unit + 1) * steps), unit * steps);
    return counts;
  }

  return {
    header: { units, powerScales, open: findOpen(blocks, filled) },
    filled,
    planeOf: (value) => (value === "powerW" ? encodePower() : encode(value, COUNT_SCALES[value])),
  };
}
