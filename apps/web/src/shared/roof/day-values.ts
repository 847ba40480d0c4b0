import type { CountScale, DayFileHeader, DayPlanes, DayValue } from "@heliograph/contract/layout-day";
import { COUNT_SCALES, DAY_VALUES, encodeCount } from "@heliograph/contract/layout-day";
import { ASLEEP, NO_DATA, PRODUCING, SHUT, ZERO } from "./colors.ts";

/** What modules are coloured by. */
export const roofValues = [
  "power",
  "energy",
  "voltage",
  "current",
  "temperature",
  "signal",
  "ratio",
] as const;
export type RoofValue = (typeof roofValues)[number];

/** Power up to this, in W, is none: electronics report some milliwatts at dusk. */
const ZERO_W = 0.75;

/** Latest values of a unit; what is absent is not known. */
export type LiveValues = Readonly<Record<DayValue, number | null>> & { readonly isClosed: boolean | null };

interface Units {
  readonly keys: readonly number[];
  readonly ratedPowersW: readonly (number | null)[];
  /** Number of the peers that a unit is compared with. */
  readonly peers: readonly number[];
}

const planeOf: Readonly<Partial<Record<RoofValue, DayValue>>> = {
  power: "powerW",
  voltage: "voltageV",
  current: "currentA",
  temperature: "temperatureC",
  signal: "signalDbm",
};

/** Values of all units of a layout over one day, by index of the unit and step; NaN without a value. */
export class DayValues {
  readonly header: DayFileHeader;
  readonly steps: number;
  private readonly units: Units;
  private readonly isToday: boolean;
  private readonly planes: Record<DayValue, Uint16Array>;
  private readonly powerScales: Float64Array;
  private readonly isOpen: Uint8Array;
  /** By step. */
  private readonly isDark: Uint8Array;
  /** By unit: whether it has a value on this day. */
  private readonly hasReported: Uint8Array;
  /** Whether any unit has a value of the time with the sun up. */
  private hasDaylight = false;
  private energies: Float32Array | undefined;
  /** Reports that have changed the values. */
  changes = 0;
  /** The last step with a value of any unit; -1 without any. */
  lastStep = -1;

  constructor(file: DayPlanes, units: Units, isToday = false) {
    const { header } = file;
    this.isToday = isToday;
    this.header = header;
    this.steps = header.steps;
    this.units = units;
    const length = units.keys.length * this.steps;
    this.powerScales = new Float64Array(units.keys.length).fill(0.5);
    this.isOpen = new Uint8Array(length);
    this.isDark = new Uint8Array(this.steps);
    for (const step of header.dark) this.isDark[step] = 1;
    this.hasReported = new Uint8Array(units.keys.length);
    const rows = new Map(header.units.map((key, row) => [key, row]));
    const planes = DAY_VALUES.map((value) => [value, new Uint16Array(length)] as const);
    this.planes = Object.fromEntries(planes) as Record<DayValue, Uint16Array>;
    for (const [unit, key] of units.keys.entries()) {
      const row = rows.get(key);
      if (row === undefined) continue;
      this.powerScales[unit] = header.powerScales[row]!;
      for (const [value, plane] of planes)
        plane.set(file.planes[value].subarray(row * this.steps, (row + 1) * this.steps), unit * this.steps);
      for (const step of header.open[row] ?? []) this.isOpen[unit * this.steps + step] = 1;
      this.noteReports(unit);
    }
  }

  /** Notes in which steps a unit has a value. */
  private noteReports(unit: number): void {
    const { powerW, voltageV } = this.planes;
    for (let step = 0; step < this.steps; step++) {
      const index = unit * this.steps + step;
      if (powerW[index] === 0 && voltageV[index] === 0) continue;
      this.hasReported[unit] = 1;
      if (step > this.lastStep) this.lastStep = step;
      if (this.isDark[step] === 0) this.hasDaylight = true;
    }
  }

  /** The step of an instant, UTC ms; undefined outside of the day. */
  stepAt(at: number): number | undefined {
    const step = Math.floor((at - this.header.fromAt) / (this.header.stepS * 1000));
    return step >= 0 && step < this.steps ? step : undefined;
  }

  /** Sets the values of a unit that has just reported. */
  apply(unit: number, step: number, values: LiveValues): void {
    const index = unit * this.steps + step;
    for (const value of DAY_VALUES) {
      const measured = values[value];
      if (measured !== null) this.planes[value][index] = encodeCount(measured, this.scaleOf(value, unit));
    }
    this.isOpen[index] = values.isClosed === false ? 1 : 0;
    this.energies = undefined;
    this.changes++;
    this.noteReports(unit);
  }

  /** Whether a unit has reported its power in a step. */
  hasPower(unit: number, step: number): boolean {
    return this.planes.powerW[unit * this.steps + step]! > 0;
  }

  /**
   * Index of what a unit shows at a step. In the last step of today, reports are still coming in: a unit that has none
   * there yet shows its values of the step before.
   */
  private shownIndex(unit: number, step: number): number {
    const index = unit * this.steps + step;
    if (!this.isToday || step !== this.lastStep || step === 0) return index;
    const { powerW, voltageV } = this.planes;
    const hasReport = powerW[index]! > 0 || voltageV[index]! > 0 || this.isOpen[index] === 1;
    return hasReport ? index : index - 1;
  }

  private measured(value: DayValue, unit: number, index: number): number {
    const count = this.planes[value][index]!;
    if (count === 0) return Number.NaN;
    const { scale, offset } = this.scaleOf(value, unit);
    return (count - 1) * scale + offset;
  }

  private scaleOf(value: DayValue, unit: number): CountScale {
    return value === "powerW" ? { scale: this.powerScales[unit]!, offset: 0 } : COUNT_SCALES[value];
  }

  /** Energy in Wh since the day began, by unit and step, computed once. */
  private sumEnergies(): Float32Array {
    const { powerW } = this.planes;
    const sums = new Float32Array(powerW.length);
    const hours = this.header.stepS / 3600;
    for (let unit = 0; unit < this.units.keys.length; unit++) {
      const whPerCount = this.powerScales[unit]! * hours;
      let sum = 0;
      for (let index = unit * this.steps; index < (unit + 1) * this.steps; index++) {
        if (powerW[index]! > 0) sum += (powerW[index]! - 1) * whPerCount;
        sums[index] = sum;
      }
    }
    return sums;
  }

  /** Powers of the units at a step, each divided by the median of its peers; by rated power where it is known. */
  private fillRatios(step: number, target: Float32Array): void {
    const { ratedPowersW, peers } = this.units;
    const byPeers = new Map<number, number[]>();
    for (let unit = 0; unit < target.length; unit++) {
      const power = this.measured("powerW", unit, this.shownIndex(unit, step));
      target[unit] = power / (ratedPowersW[unit] ?? 1);
      if (Number.isNaN(target[unit])) continue;
      const known = byPeers.get(peers[unit]!);
      if (known === undefined) byPeers.set(peers[unit]!, [target[unit]!]);
      else known.push(target[unit]!);
    }
    const medians = new Map([...byPeers].map(([peer, values]) => [peer, median(values)]));
    for (let unit = 0; unit < target.length; unit++) {
      const middle = medians.get(peers[unit]!) ?? 0;
      target[unit] = middle > 0 ? target[unit]! / middle : Number.NaN;
    }
  }

  /** Writes the value of each unit at a step. */
  fill(value: RoofValue, step: number, target: Float32Array): void {
    const plane = planeOf[value];
    if (value === "ratio") this.fillRatios(step, target);
    else if (plane !== undefined) this.fillPlane(plane, step, target);
    else {
      this.energies ??= this.sumEnergies();
      for (let unit = 0; unit < target.length; unit++)
        target[unit] = this.energies[unit * this.steps + step]!;
    }
  }

  /** As `measured` for all units, without deciding the scale for each: this runs for every frame of a playback. */
  private fillPlane(value: DayValue, step: number, target: Float32Array): void {
    const counts = this.planes[value];
    const fixed = value === "powerW" ? undefined : COUNT_SCALES[value];
    const offset = fixed?.offset ?? 0;
    for (let unit = 0; unit < target.length; unit++) {
      const count = counts[this.shownIndex(unit, step)]!;
      const scale = fixed?.scale ?? this.powerScales[unit]!;
      target[unit] = count === 0 ? Number.NaN : (count - 1) * scale + offset;
    }
  }

  /** State of a unit at a step: a switch that is open outranks its values. */
  stateOf(unit: number, step: number): number {
    const index = this.shownIndex(unit, step);
    if (this.isOpen[index] === 1) return SHUT;
    const count = this.planes.powerW[index]!;
    if (count > 0 && (count - 1) * this.powerScales[unit]! > ZERO_W) return PRODUCING;
    if (this.isAsleep(unit, step)) return ASLEEP;
    if (count > 0) return ZERO;
    // A shutdown switch measures no power.
    return this.planes.voltageV[index]! > 0 ? PRODUCING : NO_DATA;
  }

  /** In the dark; but a unit that was silent all day, while others reported with the sun up, is not only asleep. */
  private isAsleep(unit: number, step: number): boolean {
    return this.isDark[step] === 1 && (this.hasReported[unit] === 1 || !this.hasDaylight);
  }

  /** The first step with the sun up, where a playback begins; 0 where the sun is not known and where it stays down. */
  get firstLightStep(): number {
    return Math.max(0, this.isDark.indexOf(0));
  }

  /** Values of one unit over the day; NaN where there is none. */
  curveOf(value: RoofValue, unit: number): Float32Array {
    const curve = new Float32Array(this.steps);
    if (value === "energy") {
      this.energies ??= this.sumEnergies();
      curve.set(this.energies.subarray(unit * this.steps, (unit + 1) * this.steps));
      return curve.fill(Number.NaN, this.lastStep + 1);
    }
    const plane = planeOf[value] ?? "powerW";
    const start = unit * this.steps;
    for (let step = 0; step < this.steps; step++) curve[step] = this.measured(plane, unit, start + step);
    return curve;
  }

  /** Smallest and largest value of the units over the day; undefined without any. */
  rangeOf(value: RoofValue, units: Iterable<number>): { from: number; to: number } | undefined {
    let [from, to] = [Infinity, -Infinity];
    for (const unit of units) {
      for (const each of this.curveOf(value, unit)) {
        if (each < from) from = each;
        if (each > to) to = each;
      }
    }
    return from <= to ? { from, to } : undefined;
  }
}

function median(values: number[]): number {
  const sorted = Float32Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
