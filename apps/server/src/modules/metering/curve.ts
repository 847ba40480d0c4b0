import type { Coverage, MeteringLevel } from "@heliograph/contract";
import type { InstantRange } from "@heliograph/solar";
import { dayRange } from "@heliograph/solar";
import type { ClickHouse } from "../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../infra/postgres/database.ts";
import type { PlantWindow } from "./energy.repository.ts";
import { hasWindowsBefore, listPlantWindows } from "./energy.repository.ts";
import type { Expectation, PlantArrays, StepPower } from "./expected.ts";
import { expectPower, groupArrays } from "./expected.ts";
import { getMeasuredShare, listDaylightWindows } from "./measured-share.ts";
import { levelAt, levelRules } from "./metering-sets.ts";
import type { EnergyPlant } from "./plants.repository.ts";
import { listRatedUnits } from "./plants.repository.ts";
import { readPowerBySteps, readWeatherBySteps } from "./samples.repository.ts";
import { startOfWindow, windowMs } from "./windows.ts";

const leastStepMs = 300_000;
const hourMs = 3_600_000;

export interface DayCurve extends InstantRange {
  stepMs: number;
  source: "samples" | "windows";
  level: MeteringLevel;
  points: StepPower[];
  expectation: Expectation;
  expectedBy: PlantArrays["by"];
  energyWh: number;
  expectedWh: number | null;
  coverage: Coverage;
  hasDemoHistory: boolean;
}

/**
 * Five minutes, or the report interval rounded up to five. A unit's power stands for two report intervals, which is
 * one step more than its own unless it reports several times a step.
 */
export function getSteps(reportIntervalS: number): { stepMs: number; isBridged: boolean } {
  const intervalMs = reportIntervalS * 1000;
  const stepMs = Math.max(1, Math.ceil(intervalMs / leastStepMs)) * leastStepMs;
  return { stepMs, isBridged: 2 * intervalMs > stepMs };
}

function listSteps({ fromAt, toAt }: InstantRange, stepMs: number): number[] {
  return Array.from({ length: Math.ceil((toAt - fromAt) / stepMs) }, (_, index) => fromAt + index * stepMs);
}

function meanPower(window: PlantWindow | undefined): number | null {
  return window?.isMeasured ? (window.energyWh * hourMs) / windowMs : null;
}

/** Points of the day, from samples where there are any; seeded history fills what lies before the first of them. */
function drawPoints(
  range: InstantRange,
  stepMs: number,
  power: ReadonlyMap<number, number>,
  windows: readonly PlantWindow[],
): StepPower[] {
  const byStart = new Map(windows.map((window) => [window.at, window]));
  if (power.size === 0)
    return listSteps(range, windowMs).map((at) => ({ at, powerW: meanPower(byStart.get(at)) }));
  return listSteps(range, stepMs).map((at, step) => {
    const window = byStart.get(startOfWindow(at));
    return { at, powerW: power.get(step) ?? (window?.isDemo ? meanPower(window) : null) };
  });
}

/** A value that still stands for the next step is not known of a step that has not begun. */
function blankFuture(points: readonly StepPower[], now: number): StepPower[] {
  return points.map((point) => (point.at > now ? { ...point, powerW: null } : point));
}

function sumEnergy(points: readonly StepPower[], stepMs: number): number {
  return points.reduce((sum, { powerW }) => sum + ((powerW ?? 0) * stepMs) / hourMs, 0);
}

function total(
  windows: readonly PlantWindow[],
  figure: "energyWh" | "backfilledWh" | "estimatedWh" | "implausibleWh" | "resets",
) {
  return windows.reduce((sum, window) => sum + window[figure], 0);
}

export interface CurveInput {
  plant: EnergyPlant;
  day: string;
  now: number;
}

/** Power of a plant over one of its days beside what was to be expected of it. */
export async function readDayCurve(
  engines: { db: Db; clickhouse: ClickHouse },
  { plant, day, now }: CurveInput,
): Promise<DayCurve> {
  const { db, clickhouse } = engines;
  const { plantKey } = plant;
  const range = dayRange(day, plant.timeZone);
  const level = levelAt(plant.meteringSets, range.toAt - 1);
  const { kinds } = levelRules[level];
  const steps = getSteps(plant.reportIntervalS);
  const [power, windows, wasHeard] = await Promise.all([
    readPowerBySteps(clickhouse, { plantKey, range, kinds, ...steps }),
    listPlantWindows(clickhouse, { plantKey, level, range }),
    hasWindowsBefore(clickhouse, plantKey, range.toAt),
  ]);
  const source = power.size > 0 || windows.length === 0 ? "samples" : "windows";
  const stepMs = source === "samples" ? steps.stepMs : windowMs;
  const [weather, units] = await Promise.all([
    readWeatherBySteps(clickhouse, { plantKey, range, stepMs }),
    listRatedUnits(db, {
      plantId: plant.plantId,
      // Behind an AC meter the units that make the power are modules, whatever counts.
      kinds: level === "ac-meter" ? levelRules.module.kinds : kinds,
      at: Math.min(range.toAt - 1, now),
    }),
  ]);
  const { by, arrays } = groupArrays(units, plant);
  const expectation = expectPower({ place: plant, range, stepMs, level, arrays, weather });
  return {
    ...range,
    stepMs,
    source,
    level,
    points: blankFuture(
      source === "samples" && power.size === 0
        ? listSteps(range, stepMs).map((at) => ({ at, powerW: null }))
        : drawPoints(range, stepMs, power, windows),
      now,
    ),
    expectation,
    expectedBy: by,
    energyWh: total(windows, "energyWh"),
    expectedWh: expectation.from === "none" ? null : sumEnergy(expectation.points, stepMs),
    coverage: {
      backfilledWh: total(windows, "backfilledWh"),
      estimatedWh: total(windows, "estimatedWh"),
      implausibleWh: total(windows, "implausibleWh"),
      measuredShare: wasHeard ? getMeasuredShare(listDaylightWindows(plant, range, now), windows) : null,
      resets: total(windows, "resets"),
    },
    hasDemoHistory: windows.some(({ isDemo }) => isDemo),
  };
}
