import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { findMedian } from "./median.ts";

type Row = DataOf<typeof endpoints.station.compare>["rows"][number];

/** A plant of a comparison. */
export interface RankedPlant extends Row {
  /** By yield; null for a plant without one. */
  readonly rank: number | null;
  /** Share above or below the median; null without a yield or a median. */
  readonly difference: number | null;
}

export interface Ranking {
  readonly plants: readonly RankedPlant[];
  /** Of the yields; undefined where fewer than two plants have one. */
  readonly median: number | undefined;
}

/** Ranks plants that the server lists by yield, the highest first and those without one last. */
export function rankPlants(rows: readonly Row[]): Ranking {
  const yields = rows.flatMap(({ specificYieldKwhPerKwp: each }) => (each === null ? [] : [each]));
  const median = yields.length < 2 ? undefined : findMedian(yields);
  const plants = rows.map((row, index): RankedPlant => {
    const { specificYieldKwhPerKwp: value } = row;
    return {
      ...row,
      rank: value === null ? null : index + 1,
      difference: value === null || median === undefined || median <= 0 ? null : value / median - 1,
    };
  });
  return { plants, median };
}

export const SORTS = [
  "name",
  "specificYieldKwhPerKwp",
  "difference",
  "energyWh",
  "installedCapacityKwp",
  "dayCount",
] as const;

/** Sorts plants by a column; those without its value come last in both orders, equal ones by name. */
export function sortPlants(
  plants: readonly RankedPlant[],
  sort: string | undefined,
  order: "asc" | "desc",
): RankedPlant[] {
  const key = SORTS.find((each) => each === sort) ?? "specificYieldKwhPerKwp";
  const direction = order === "asc" ? 1 : -1;
  const compareNames = (one: RankedPlant, other: RankedPlant) =>
    one.name.localeCompare(other.name, undefined, { numeric: true });
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
