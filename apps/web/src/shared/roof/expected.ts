import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import type { DayValues, RoofValue } from "./day-values.ts";
import type { Layout } from "./geometry.ts";
import type { Moment } from "./paint.ts";

export type ExpectedFile = DataOf<typeof endpoints.layout.expected>;

/** Below this share of the rated power a difference says nothing: light and electronics are not known that well. */
const MIN_SHARE = 0.02;

/** Rated power of each unit, W; an equal part of the plant's capacity for each module where one is not known. */
function listRatings({ units, cells }: Layout, capacityKwp: number): (number | undefined)[] {
  const placed = new Map<number, number>();
  for (const unit of cells.unit) placed.set(unit, (placed.get(unit) ?? 0) + 1);
  const isRated = [...placed.keys()].every((unit) => units[unit]!.ratedPowerW !== null);
  const moduleW = (capacityKwp * 1000) / Math.max(cells.unit.length, 1);
  return units.map(({ ratedPowerW }, unit) => {
    if (isRated) return ratedPowerW ?? undefined;
    const modules = placed.get(unit);
    return modules === undefined ? undefined : modules * moduleW;
  });
}

/** What the units of a layout should give over a day. */
export class ExpectedPowers {
  readonly from: ExpectedFile["from"];
  private readonly file: ExpectedFile;
  private readonly ratings: readonly (number | undefined)[];
  /** Plane of each unit. */
  private readonly planes: Int32Array;
  private sums: { values: DayValues; changes: number; energies: Float32Array } | undefined;

  constructor(file: ExpectedFile, layout: Layout, capacityKwp: number) {
    this.from = file.from;
    this.file = file;
    this.ratings = listRatings(layout, capacityKwp);
    this.planes = new Int32Array(layout.units.length).fill(-1);
    for (const [index, unit] of layout.cells.unit.entries())
      this.planes[unit] = file.groups[layout.cells.group[index]!] ?? -1;
  }

  /** W of 1 W of rated power in a plane by step of the day file. */
  private listShares({ steps, header }: DayValues, plane: readonly (number | null)[]): Float64Array {
    return Float64Array.from({ length: steps }, (_, step) => {
      const at = Math.floor(((step + 0.5) * header.stepS) / this.file.stepS);
      return (plane[at] ?? Number.NaN) / 1000;
    });
  }

  /** Expected energy of each unit in Wh since the day began, over the steps with a report: a gap is no loss. */
  private sumEnergies(values: DayValues): Float32Array {
    if (this.sums?.values === values && this.sums.changes === values.changes) return this.sums.energies;
    const ofPlanes = this.file.planes.map((plane) => this.listShares(values, plane));
    const hours = values.header.stepS / 3600;
    const energies = new Float32Array(this.planes.length * values.steps).fill(Number.NaN);
    for (let unit = 0; unit < this.planes.length; unit++) {
      const [plane, rating] = [ofPlanes[this.planes[unit]!], this.ratings[unit]];
      if (plane === undefined || rating === undefined) continue;
      let sum = 0;
      for (let step = 0; step < values.steps; step++) {
        if (values.hasPower(unit, step) && plane[step]! > 0) sum += plane[step]! * rating * hours;
        energies[unit * values.steps + step] = sum;
      }
    }
    this.sums = { values, changes: values.changes, energies };
    return energies;
  }

  /** Expected W or Wh of a unit at a step; NaN where it is not known. */
  private expectedAt(values: DayValues, value: RoofValue, step: number): (unit: number) => number {
    if (value === "energy") {
      const energies = this.sumEnergies(values);
      return (unit) => energies[unit * values.steps + step]!;
    }
    const ofPlanes = this.file.planes.map((plane) => this.listShares(values, plane)[step]!);
    return (unit) => (ofPlanes[this.planes[unit]!] ?? Number.NaN) * (this.ratings[unit] ?? Number.NaN);
  }

  /** Power or energy of each unit at a moment as a share of the expected one; NaN where that is not known. */
  readShares(values: DayValues, { value, step, now }: Pick<Moment, "value" | "step" | "now">): Float32Array {
    const expectedAt = this.expectedAt(values, value, step);
    const hours = value === "energy" ? values.header.stepS / 3600 : 1;
    return now.map((measured, unit) => {
      const expected = expectedAt(unit);
      const min = MIN_SHARE * (this.ratings[unit] ?? 0) * hours;
      if (expected < min && measured < min) return 1;
      return measured / Math.max(expected, min);
    });
  }
}
