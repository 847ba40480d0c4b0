import type { InstantRange } from "@heliograph/solar";
import type { ClickHouse } from "../../infra/clickhouse/clickhouse.ts";
import { computePlantEnergy } from "./plant-energy.ts";
import type { EnergyPlant } from "./plants.repository.ts";
import { computeUnitWindows, countRowsOfBusiestDay, findReach } from "./unit-windows.ts";
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

/** What is to be computed for the dirty windows: with the windows their samples reach into, overlaps merged. */
async function findRanges(clickhouse: ClickHouse, plantKey: number, windows: readonly number[]) {
  const reached: number[] = [];
  for (const range of joinWindows(windows, joinMs)) {
    const reach = await findReach(clickhouse, plantKey, range);
    reached.push(...listWindows(reach.range), ...reach.farWindows);
  }
  return joinWindows(reached, 0);
}

/** Computes dirty windows of a plant anew: its units, its levels, its days. */
export async function rollUpPlant(
  clickhouse: ClickHouse,
  plant: EnergyPlant,
  windows: readonly number[],
): Promise<void> {
  const { plantKey, reportIntervalS } = plant;
  const ranges = await findRanges(clickhouse, plantKey, windows);
  for (const range of ranges) {
    const rowsADay = await countRowsOfBusiestDay(clickhouse, plantKey, range);
    const windowsAtOnce = Math.max(
      1,
      Math.floor(((maxRowsAtOnce / Math.max(rowsADay, 1)) * dayMs) / windowMs),
    );
    for (const piece of splitRange(range, windowsAtOnce * windowMs))
      await computeUnitWindows(clickhouse, {
        plantKey,
        range: piece,
        measuredGapMs: getMeasuredGapMs(reportIntervalS),
      });
    await computePlantEnergy(clickhouse, plant, range);
  }
}
