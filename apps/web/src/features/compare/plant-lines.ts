import type { ComparedPlant } from "./compared-plants.ts";

/** More lines cannot be distinguished. */
export const MAX_LINES = 10;

/** A plant that is drawn, and which of the line styles it has. */
export interface PlantLine {
  readonly plant: ComparedPlant;
  readonly styleIndex: number;
}

/**
 * The plants to draw, in the order of the ranking: those with values, the first ten at most. A few plants have the style of
 * their place in the address, so that a plant keeps its line when the ranking changes.
 */
export function listPlantLines(
  ranked: readonly ComparedPlant[],
  stationIds: readonly string[],
  hasValues: (plant: ComparedPlant) => boolean,
): readonly PlantLine[] {
  const drawn = ranked.filter(hasValues).slice(0, MAX_LINES);
  const isByPlace = stationIds.length <= MAX_LINES;
  return drawn.map((plant, index) => ({
    plant,
    styleIndex: isByPlace ? stationIds.indexOf(plant.stationId) : index,
  }));
}
