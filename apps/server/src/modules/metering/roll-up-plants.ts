import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../infra/clickhouse/clickhouse.ts";
import { computePlantEnergy } from "./plant-energy.ts";
import type { EnergyPlant } from "./plants.repository.ts";
import type { PlantRatings } from "./rated-power.ts";
import { findReach } from "./reach.ts";
import { computeUnitWindows, countRowsOfBusiestDay } from "./unit-windows.ts";
import { joinWindows, splitRange, windowMs } from "./windows.ts";

// Bounds the memory of one statement to a few hundred megabytes, however many units the plant has.
const maxRowsAtOnce = 2_000_000;

// Windows this near are computed in one go: one statement costs about as much as an hour of a small plant.
const joinMs = 2 * 3_600_000;

const dayMs = 86_400_000;
const leastGapMs = 600_000;

/** Growth over a longer time was not watched: two and a half report intervals, at least ten minutes. */
export function getMeasuredGapMs(reportIntervalS: number): number {
  return Math.max(reportIntervalS * 2_500, leastGapMs);
}

function listWindows({ fromAt, toAt }: InstantRange): number[] {
  return Array.from({ length: (toAt - fromAt) / windowMs }, (_, index) => fromAt + index * windowMs);
}

export interface DirtyPlant {
  plant: EnergyPlant;
  ratings: PlantRatings;
  windows: readonly number[];
}

/** What is to be computed by plant: the dirty windows with those their samples reach into, overlaps merged. */
async function findRanges(clickhouse: ClickHouse, dirty: readonly DirtyPlant[]) {
  const windows = new Map(dirty.map((each) => [each.plant.plantKey, [...each.windows]]));
  // Plants at work are dirty in the same windows: they are asked for together.
  for (const alike of Map.groupBy(dirty, (each) => each.windows.join()).values()) {
    const plantKeys = alike.map(({ plant }) => plant.plantKey);
    for (const range of joinWindows(alike[0]?.windows ?? [], joinMs))
      for (const reach of await findReach(clickhouse, plantKeys, range))
        windows.get(reach.plantKey)?.push(...listWindows(reach.range), ...reach.farWindows);
  }
  return dirty.flatMap(({ plant, ratings }) =>
    joinWindows(windows.get(plant.plantKey) ?? [], joinMs).map((range) => ({ plant, ratings, range })),
  );
}

async function computeRange(
  clickhouse: ClickHouse,
  dirty: readonly Omit<DirtyPlant, "windows">[],
  range: InstantRange,
) {
  const plants = dirty.map(({ plant }) => plant);
  const plantKeys = plants.map(({ plantKey }) => plantKey);
  const measuredGapMs = getMeasuredGapMs(plants[0]?.reportIntervalS ?? 0);
  const rowsADay = await countRowsOfBusiestDay(clickhouse, plantKeys, range);
  const windowsAtOnce = Math.max(1, Math.floor(((maxRowsAtOnce / Math.max(rowsADay, 1)) * dayMs) / windowMs));
  for (const piece of splitRange(range, windowsAtOnce * windowMs))
    await computeUnitWindows(clickhouse, {
      plants: dirty.map(({ ratings }) => ratings),
      range: piece,
      measuredGapMs,
    });
  await computePlantEnergy(clickhouse, plants, range);
}

/**
 * Computes dirty windows anew: units, levels, days. What is alike is computed together, since a statement costs as much
 * for a hundred small plants as for one.
 */
export async function rollUpPlants(clickhouse: ClickHouse, dirty: readonly DirtyPlant[]): Promise<void> {
  const ranges = await findRanges(clickhouse, dirty);
  const alike = Map.groupBy(
    ranges,
    ({ plant, range }) => `${range.fromAt} ${range.toAt} ${getMeasuredGapMs(plant.reportIntervalS)}`,
  );
  for (const group of alike.values()) await computeRange(clickhouse, group, group[0]!.range);
}
