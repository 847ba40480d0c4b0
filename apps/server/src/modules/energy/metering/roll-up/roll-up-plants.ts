import type { InstantRange } from "@heliograph/solar";
import { splitRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { joinWindows, WINDOW_MS } from "../windows.ts";
import { findAffectedWindows } from "./affected-windows.repository.ts";
import { computePlantEnergy } from "./plant-energy.repository.ts";
import type { PlantRatings } from "./rated-power.ts";
import { computeUnitWindows, countRowsOfBusiestDay } from "./unit-windows.repository.ts";

// Limits the memory of one statement to a few hundred megabytes, however many units the plant has.
const MAX_ROWS_PER_STATEMENT = 2_000_000;

// Windows this close are computed in one statement, which costs about as much as an hour of a small plant.
const JOIN_MS = 2 * 3_600_000;

const DAY_MS = 86_400_000;
const MIN_GAP_MS = 600_000;

/** Growth over a longer time counts as estimated: two and a half report intervals, at least ten minutes. */
export function getMeasuredGapMs(reportIntervalS: number): number {
  return Math.max(reportIntervalS * 2_500, MIN_GAP_MS);
}

function listWindows({ fromAt, toAt }: InstantRange): number[] {
  return Array.from({ length: (toAt - fromAt) / WINDOW_MS }, (_, index) => fromAt + index * WINDOW_MS);
}

export interface DirtyPlant {
  plant: EnergyPlant;
  ratings: PlantRatings;
  windows: readonly number[];
}

/** Ranges to compute by plant: the marked windows and those affected by their samples, merged. */
async function findRanges(clickhouse: ClickHouse, dirty: readonly DirtyPlant[]) {
  const windows = new Map(dirty.map((each) => [each.plant.plantKey, [...each.windows]]));
  // Reporting plants have marks in the same windows, so that one query serves them.
  for (const alike of Map.groupBy(dirty, (each) => each.windows.join()).values()) {
    const marks = alike[0]?.windows ?? [];
    const marked = { plantKeys: alike.map(({ plant }) => plant.plantKey), marks };
    for (const range of joinWindows(marks, JOIN_MS))
      for (const affected of await findAffectedWindows(clickhouse, marked, range))
        windows.get(affected.plantKey)?.push(...listWindows(affected.range), ...affected.farWindows);
  }
  return dirty.flatMap(({ plant, ratings }) =>
    joinWindows(windows.get(plant.plantKey) ?? [], JOIN_MS).map((range) => ({ plant, ratings, range })),
  );
}

async function computeRange(
  { db, clickhouse }: { db: Db; clickhouse: ClickHouse },
  dirty: readonly Omit<DirtyPlant, "windows">[],
  range: InstantRange,
) {
  const plants = dirty.map(({ plant }) => plant);
  const plantKeys = plants.map(({ plantKey }) => plantKey);
  const measuredGapMs = getMeasuredGapMs(plants[0]?.reportIntervalS ?? 0);
  const rowsADay = await countRowsOfBusiestDay(clickhouse, plantKeys, range);
  const windowsPerStatement = Math.max(
    1,
    Math.floor(((MAX_ROWS_PER_STATEMENT / Math.max(rowsADay, 1)) * DAY_MS) / WINDOW_MS),
  );
  for (const piece of splitRange(range, windowsPerStatement * WINDOW_MS))
    await computeUnitWindows(
      { db, clickhouse },
      {
        plants: dirty.map(({ ratings }) => ratings),
        range: piece,
        measuredGapMs,
      },
    );
  await computePlantEnergy({ db, clickhouse }, plants, range);
}

/**
 * Recomputes marked windows: units, levels, days. Plants with equal ranges are computed together, since a statement costs
 * as much for a hundred small plants as for one.
 */
export async function rollUpPlants(
  engines: { db: Db; clickhouse: ClickHouse },
  dirty: readonly DirtyPlant[],
): Promise<void> {
  const ranges = await findRanges(engines.clickhouse, dirty);
  const alike = Map.groupBy(
    ranges,
    ({ plant, range }) => `${range.fromAt} ${range.toAt} ${getMeasuredGapMs(plant.reportIntervalS)}`,
  );
  for (const group of alike.values()) await computeRange(engines, group, group[0]!.range);
}
