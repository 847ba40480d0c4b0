import type { ComparedPlant } from "./compared-plants.ts";

/** More lines cannot be distinguished. */
export const MAX_LINES = 10;

/** A plant that is drawn, and which of the line styles it has. */
export interface PlantLine {
  readonly plant: ComparedPlant;
  readonly styleIndex: number;
}

/** The styles of lines by plant: a plant keeps its own while others come and go; a new one has the first that is free. */
export function assignStyles(
  before: ReadonlyMap<string, number>,
  stationIds: readonly string[],
): ReadonlyMap<string, number> {
  const styles = new Map(before.entries().filter(([stationId]) => stationIds.includes(stationId)));
  const taken = new Set(styles.values());
  for (const stationId of stationIds) {
    if (styles.has(stationId)) continue;
    const free = stationIds.findIndex((_, index) => !taken.has(index));
    styles.set(stationId, free);
    taken.add(free);
  }
  return styles;
}

/** The plants to draw, in the order of the ranking: those with values, the first ten at most. Many have the style of their rank. */
export function listPlantLines(
  ranked: readonly ComparedPlant[],
  styles: ReadonlyMap<string, number>,
  hasValues: (plant: ComparedPlant) => boolean,
): readonly PlantLine[] {
  const drawn = ranked.filter(hasValues).slice(0, MAX_LINES);
  return drawn.map((plant, index) => ({
    plant,
    styleIndex: (styles.size <= MAX_LINES ? styles.get(plant.stationId) : undefined) ?? index,
  }));
}
