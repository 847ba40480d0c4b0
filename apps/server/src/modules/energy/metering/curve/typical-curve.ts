import { TYPICAL_DAYS } from "@heliograph/contract";
import { addDays, dayRange, plantDayOf, wallClock, zoneOfDay } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { PlantWindow } from "../figures/energy.repository.ts";
import { listPlantWindows } from "../figures/energy.repository.ts";
import { levelAt } from "../metering-sets.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { WINDOW_MS } from "../windows.ts";
import type { StepPower } from "./expected-power.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A median of fewer days says nothing about a typical one, nor that of a few days whose clock was changed. */
const MIN_DAYS = 3;
const MIN_SHARE = 0.5;

export interface TypicalCurve {
  readonly fromDay: string;
  readonly toDay: string;
  readonly dayCount: number;
  readonly points: StepPower[];
  readonly energyWh: number | null;
}

/** Number of the quarter hour that the plant's clock shows at an instant; equal on days with and without summer time. */
const quarterOf = (at: number, timeZone: string): number =>
  Math.floor((wallClock(at, timeZone) % DAY_MS) / WINDOW_MS);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** Median powers in W by quarter hour of the local day; a quarter hour with too few days is absent. */
function findMedians(
  windows: readonly PlantWindow[],
  { timeZone, dayCount }: { timeZone: string; dayCount: number },
): Map<number, number> {
  const minDays = Math.max(MIN_DAYS, dayCount * MIN_SHARE);
  const byQuarter = Map.groupBy(windows, ({ at }) => quarterOf(at, timeZone));
  const medians = new Map<number, number>();
  for (const [quarter, group] of byQuarter)
    if (group.length >= minDays)
      medians.set(quarter, median(group.map(({ energyWh }) => (energyWh * HOUR_MS) / WINDOW_MS)));
  return medians;
}

/** The typical power of a plant at each quarter hour of a day, from the measured windows of the days before it. */
export async function readTypicalCurve(
  { clickhouse }: { clickhouse: ClickHouse },
  { plant, day }: { plant: EnergyPlant; day: string },
): Promise<TypicalCurve> {
  const { plantKey, zones } = plant;
  // The same clock for all days: a change of zone moves the hands, not the sun.
  const timeZone = zoneOfDay(day, zones);
  const [fromDay, toDay] = [addDays(day, -TYPICAL_DAYS), addDays(day, -1)];
  const shown = dayRange(day, zones);
  const windows = await listPlantWindows(clickhouse, {
    plantKey,
    level: levelAt(plant.meteringSets, shown.toAt - 1),
    range: { fromAt: dayRange(fromDay, zones).fromAt, toAt: shown.fromAt },
  });
  const measured = windows.filter(({ isMeasured }) => isMeasured);
  const dayCount = new Set(measured.map(({ at }) => plantDayOf(at, zones))).size;
  const medians = findMedians(measured, { timeZone, dayCount });
  const points: StepPower[] = [];
  for (let at = shown.fromAt; at < shown.toAt; at += WINDOW_MS)
    points.push({ at, powerW: medians.get(quarterOf(at, timeZone)) ?? null });
  const sumWh = points.reduce((sum, { powerW }) => sum + ((powerW ?? 0) * WINDOW_MS) / HOUR_MS, 0);
  return {
    fromDay,
    toDay,
    dayCount,
    points,
    energyWh: medians.size === 0 ? null : sumWh,
  };
}
