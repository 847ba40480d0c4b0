import type { ComparedPlant } from "../compared-plants.ts";
import type { Measure } from "../measures.ts";
import { MEASURES } from "../measures.ts";
import { findMedian } from "./median.ts";

/** A plant of a comparison. */
export type RankedPlant = ComparedPlant & {
  /** By the measure; null for a plant without a value of whole days. */
  readonly rank: number | null;
  /** Share above or below the median; null without a value of whole days or a median. */
  readonly difference: number | null;
};

export interface Ranking {
  readonly plants: readonly RankedPlant[];
  /** Of the values of whole days; undefined where fewer than two plants have one. */
  readonly median: number | undefined;
}

const compareNames = (one: ComparedPlant, other: ComparedPlant): number =>
  one.name.localeCompare(other.name, undefined, { numeric: true });

/** What a plant is ranked by: figures of a day that is not over are not comparable with each other, those of now are. */
const rankedValueOf = (plant: ComparedPlant, measure: Measure): number | null =>
  plant.isRunning && measure !== "powerPerKwp" ? null : plant[measure];

/** Ranks plants by a measure, the highest first and those without a value last. */
export function rankPlants(rows: readonly ComparedPlant[], measure: Measure): Ranking {
  const values = rows.flatMap((row) => rankedValueOf(row, measure) ?? []);
  const median = values.length < 2 ? undefined : findMedian(values);
  const byValue = rows.toSorted((one, other) => {
    const [value, otherValue] = [one[measure], other[measure]];
    if (value === null || otherValue === null)
      return Number(value === null) - Number(otherValue === null) || compareNames(one, other);
    return otherValue - value || compareNames(one, other);
  });
  const ranked = byValue.filter((row) => rankedValueOf(row, measure) !== null);
  const plants = byValue.map((row): RankedPlant => {
    const value = rankedValueOf(row, measure);
    return {
      ...row,
      rank: value === null ? null : ranked.indexOf(row) + 1,
      difference: value === null || median === undefined || median <= 0 ? null : value / median - 1,
    };
  });
  return { plants, median };
}

export const SORTS = ["name", ...MEASURES, "difference", "installedCapacityKwp", "dayCount"] as const;

/** Sorts plants by a column; those without its value come last in both orders, equal ones by name. */
export function sortPlants(
  plants: readonly RankedPlant[],
  { sort, order }: { readonly sort: string; readonly order: "asc" | "desc" },
): RankedPlant[] {
  const key = SORTS.find((each) => each === sort) ?? MEASURES[0];
  const direction = order === "asc" ? 1 : -1;
  if (key === "name") return plants.toSorted((one, other) => direction * compareNames(one, other));
  const findValue = (plant: RankedPlant): number | null =>
    key === "dayCount" && plant.isEnergyHidden ? null : plant[key];
  return plants.toSorted((one, other) => {
    const [value, otherValue] = [findValue(one), findValue(other)];
    if (value === null || otherValue === null)
      return Number(value === null) - Number(otherValue === null) || compareNames(one, other);
    return direction * (value - otherValue) || compareNames(one, other);
  });
}
