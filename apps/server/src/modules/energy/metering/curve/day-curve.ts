import type { Coverage, MeteringLevel } from "@heliograph/contract";
import { POWER_VALID_INTERVALS } from "@heliograph/contract/report-age";
import type { InstantRange } from "@heliograph/solar";
import { dayRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { PlantWindow } from "../figures/energy.repository.ts";
import { hasWindowsBefore, listPlantWindows } from "../figures/energy.repository.ts";
import { levelAt, levelRules } from "../metering-sets.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { listRatedUnits } from "../plants.repository.ts";
import { startOfWindow, WINDOW_MS } from "../windows.ts";
import type { Expectation, ExpectationInput, PlantArrays, StepPower } from "./expected-power.ts";
import { expectPower, groupArrays } from "./expected-power.ts";
import { getMeasuredShare, listDaylightWindows } from "./measured-share.ts";
import { readAllWeather, readPowerBySteps, withIrradiance } from "./samples.repository.ts";
import type { WeatherPoint } from "./weather-points.ts";
import { meanWeather } from "./weather-points.ts";

const MIN_STEP_MS = 300_000;
const HOUR_MS = 3_600_000;

export interface DayCurve extends InstantRange {
  stepMs: number;
  source: "samples" | "windows";
  level: MeteringLevel;
  points: StepPower[];
  expectation: Expectation;
  /** The rest of a day whose expected power is from measured irradiance. */
  clearSky: StepPower[];
  weather: WeatherPoint[];
  expectedBy: PlantArrays["by"];
  energyWh: number;
  expectedWh: number | null;
  coverage: Coverage;
  hasDemoHistory: boolean;
}

/**
 * Length of a step: five minutes, or the report interval rounded up to a multiple of five. A unit's power is valid for two
 * report intervals, which is one step more than its own unless it reports several times a step.
 */
export function getSteps(reportIntervalS: number): { stepMs: number; isBridged: boolean } {
  const intervalMs = reportIntervalS * 1000;
  const stepMs = Math.max(1, Math.ceil(intervalMs / MIN_STEP_MS)) * MIN_STEP_MS;
  return { stepMs, isBridged: POWER_VALID_INTERVALS * intervalMs > stepMs };
}

function listSteps({ fromAt, toAt }: InstantRange, stepMs: number): number[] {
  return Array.from({ length: Math.ceil((toAt - fromAt) / stepMs) }, (_, index) => fromAt + index * stepMs);
}

function meanPower(window: PlantWindow | undefined): number | null {
  return window?.isMeasured ? (window.energyWh * HOUR_MS) / WINDOW_MS : null;
}

/** Points of the day from samples; seeded history fills the time before the first of them. */
function buildPoints(
  range: InstantRange,
  stepMs: number,
  power: ReadonlyMap<number, number>,
  windows: readonly PlantWindow[],
): StepPower[] {
  const byStart = new Map(windows.map((window) => [window.at, window]));
  if (power.size === 0)
    return listSteps(range, WINDOW_MS).map((at) => ({ at, powerW: meanPower(byStart.get(at)) }));
  return listSteps(range, stepMs).map((at, step) => {
    const window = byStart.get(startOfWindow(at));
    return { at, powerW: power.get(step) ?? (window?.isDemo ? meanPower(window) : null) };
  });
}

/** Removes power from steps that have not begun: a bridged value must not appear in the future. */
function clearFuture(points: readonly StepPower[], now: number): StepPower[] {
  return points.map((point) => (point.at > now ? { ...point, powerW: null } : point));
}

function sumEnergy(points: readonly StepPower[], stepMs: number): number {
  return points.reduce((sum, { powerW }) => sum + ((powerW ?? 0) * stepMs) / HOUR_MS, 0);
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

/** Measured and expected power of a plant over one of its days. */
export async function readDayCurve(
  engines: { db: Db; clickhouse: ClickHouse },
  { plant, day, now }: CurveInput,
): Promise<DayCurve> {
  const { db, clickhouse } = engines;
  const { plantKey } = plant;
  const range = dayRange(day, plant.zones);
  const level = levelAt(plant.meteringSets, range.toAt - 1);
  const { kinds } = levelRules[level];
  const steps = getSteps(plant.reportIntervalS);
  const readWeather = (stepMs: number) => readAllWeather(clickhouse, { plantKey, range, stepMs });
  const [power, windows, weatherByStep, units] = await Promise.all([
    readPowerBySteps(clickhouse, { plantKey, range, kinds, ...steps }),
    listPlantWindows(clickhouse, { plantKey, level, range }),
    readWeather(steps.stepMs),
    listRatedUnits(db, {
      plantId: plant.plantId,
      // Behind an AC meter the producing units are modules, whatever level counts.
      kinds: level === "ac-meter" ? levelRules.module.kinds : kinds,
      at: Math.min(range.toAt - 1, now),
    }),
  ]);
  const measured = new Set(windows.filter(({ isMeasured }) => isMeasured).map(({ at }) => at));
  const source = power.size > 0 || windows.length === 0 ? "samples" : "windows";
  const stepMs = source === "samples" ? steps.stepMs : WINDOW_MS;
  const isOfSteps = stepMs === steps.stepMs || weatherByStep.size === 0;
  const weather = isOfSteps ? weatherByStep : await readWeather(stepMs);
  const wasHeard = measured.size > 0 || (await hasWindowsBefore(clickhouse, plantKey, range.toAt));
  const { by, arrays } = groupArrays(units, plant);
  const expectWith = (measuredWeather: ExpectationInput["weather"]) =>
    expectPower({ place: plant, range, stepMs, level, arrays, weather: measuredWeather });
  const expectation = expectWith(withIrradiance(weather));
  const isStillMeasured = expectation.from === "irradiance" && now < range.toAt;
  // The last irradiance is valid for a while, but nothing is known of the time after now but that nights are dark.
  if (isStillMeasured)
    expectation.points = expectation.points.map((point) =>
      point.at > now && point.powerW !== 0 ? { ...point, powerW: null } : point,
    );
  return {
    ...range,
    stepMs,
    source,
    level,
    points: clearFuture(
      source === "samples" && power.size === 0
        ? listSteps(range, stepMs).map((at) => ({ at, powerW: null }))
        : buildPoints(range, stepMs, power, windows),
      now,
    ),
    expectation,
    clearSky: isStillMeasured ? expectWith(new Map()).points.filter(({ at }) => at >= now - stepMs) : [],
    weather: meanWeather(weather, { fromAt: range.fromAt, stepMs }),
    expectedBy: by,
    energyWh: total(windows, "energyWh"),
    expectedWh: expectation.from === "none" ? null : sumEnergy(expectation.points, stepMs),
    coverage: {
      backfilledWh: total(windows, "backfilledWh"),
      estimatedWh: total(windows, "estimatedWh"),
      implausibleWh: total(windows, "implausibleWh"),
      measuredShare: wasHeard ? getMeasuredShare(listDaylightWindows(plant, range, now), measured) : null,
      resets: total(windows, "resets"),
    },
    hasDemoHistory: windows.some(({ isDemo }) => isDemo),
  };
}
