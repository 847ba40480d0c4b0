import type { MeteringLevel } from "@heliograph/contract";
import type { ArrayOrientation, InstantRange } from "@heliograph/solar";
import { expectedCurve, expectedPowerW, sunPosition } from "@heliograph/solar";
import { levelRules } from "../metering-sets.ts";
import type { RatedUnit } from "../plants.repository.ts";
import type { MeasuredWeather } from "./samples.repository.ts";

export interface StepPower {
  at: number;
  powerW: number | null;
}

export interface Expectation {
  from: "irradiance" | "clear-sky" | "none";
  points: StepPower[];
}

/** Planes of a plant's modules, and the source of their rated power. */
export interface PlantArrays {
  by: "ratings" | "capacity";
  arrays: ArrayOrientation[];
}

export interface ExpectationInput {
  place: { latitude: number | null; longitude: number | null };
  range: InstantRange;
  stepMs: number;
  level: MeteringLevel;
  arrays: readonly ArrayOrientation[];
  /** Measured weather by step. */
  weather: ReadonlyMap<number, MeasuredWeather>;
}

// Efficiency of a good inverter over a day (CEC-weighted efficiencies are between 0.95 and 0.98).
const INVERTER_EFFICIENCY = 0.96;
const DEFAULT_TILT_DEG = 20;
// Weather stations often report less often than modules; a value is valid for half an hour at most.
const WEATHER_VALID_MS = 1_800_000;

/**
 * Planes and rated powers of the units: their own ratings, or equal parts of the plant's capacity where one is unknown; a
 * plane towards the equator at 20° for units without orientation and for a plant without units.
 */
export function groupArrays(
  units: readonly RatedUnit[],
  plant: { installedCapacityKwp: number; latitude: number | null },
): PlantArrays {
  const towardsEquatorDeg = (plant.latitude ?? 0) >= 0 ? 180 : 0;
  const capacityW = plant.installedCapacityKwp * 1000;
  if (units.length === 0) {
    const plane = { tiltDeg: DEFAULT_TILT_DEG, azimuthDeg: towardsEquatorDeg, ratedPowerW: capacityW };
    return { by: "capacity", arrays: [plane] };
  }
  const isRated = units.every(({ ratedPowerW }) => ratedPowerW !== null);
  const arrays = units.map(({ tiltDeg, azimuthDeg, ratedPowerW }) => ({
    tiltDeg: tiltDeg ?? DEFAULT_TILT_DEG,
    azimuthDeg: azimuthDeg ?? towardsEquatorDeg,
    ratedPowerW: isRated ? (ratedPowerW as number) : capacityW / units.length,
  }));
  return { by: isRated ? "ratings" : "capacity", arrays };
}

function findWeather({ weather, stepMs }: ExpectationInput, step: number): MeasuredWeather | undefined {
  const heldSteps = Math.floor(WEATHER_VALID_MS / stepMs);
  for (let back = 0; back <= heldSteps; back++) {
    const found = weather.get(step - back);
    if (found) return found;
  }
  return undefined;
}

// A gateway's sensor measures in the plane of the modules, so that no model of the sky is needed.
function expectFromIrradiance(input: ExpectationInput, place: { latitude: number; longitude: number }) {
  const { range, stepMs, arrays } = input;
  const ratedPowerW = arrays.reduce((sum, array) => sum + array.ratedPowerW, 0);
  const [first] = arrays;
  const points: StepPower[] = [];
  for (let at = range.fromAt, step = 0; at < range.toAt; at += stepMs, step++) {
    const weather = findWeather(input, step);
    // Sensors have an offset of some W/m² that would make power in the dark, and some report by day only.
    const isDark = sunPosition({ ...place, at: at + stepMs / 2 }).elevationDeg < 0;
    if (!first || !(weather || isDark)) {
      points.push({ at, powerW: null });
      continue;
    }
    const powerW = expectedPowerW({
      ...place,
      tiltDeg: first.tiltDeg,
      azimuthDeg: first.azimuthDeg,
      at,
      ratedPowerW,
      poaWm2: isDark ? 0 : (weather?.irradianceWm2 ?? 0),
      ambientC: weather?.ambientC ?? undefined,
    });
    points.push({ at, powerW });
  }
  return points;
}

/** Expected power at the middle of each step, on the side the level counts on; nothing without coordinates. */
export function expectPower(input: ExpectationInput): Expectation {
  const { range, stepMs, arrays } = input;
  const { latitude, longitude } = input.place;
  if (latitude === null || longitude === null) return { from: "none", points: [] };
  const factor = levelRules[input.level].side === "AC" ? INVERTER_EFFICIENCY : 1;
  const isMeasured = input.weather.size > 0;
  const points: StepPower[] = isMeasured
    ? expectFromIrradiance(input, { latitude, longitude })
    : expectedCurve({
        latitude,
        longitude,
        fromAt: range.fromAt + stepMs / 2,
        toAt: range.toAt,
        stepMs,
        arrays,
      }).map(({ at, powerW }) => ({ at: at - stepMs / 2, powerW }));
  return {
    from: isMeasured ? "irradiance" : "clear-sky",
    points: points.map(({ at, powerW }) => ({ at, powerW: powerW === null ? null : powerW * factor })),
  };
}

/**
 * Measured power as a share of the expected one over the steps that have both, so that neither a gap nor the rest of the
 * day counts; null without any.
 */
export function shareOfExpected(points: readonly StepPower[], expected: readonly StepPower[]): number | null {
  const expectedAt = new Map(expected.map(({ at, powerW }) => [at, powerW ?? 0]));
  const both = points.filter(({ at, powerW }) => powerW !== null && (expectedAt.get(at) ?? 0) > 0);
  if (both.length === 0) return null;
  const sum = (powers: readonly number[]): number => powers.reduce((total, each) => total + each, 0);
  return sum(both.map(({ powerW }) => powerW ?? 0)) / sum(both.map(({ at }) => expectedAt.get(at) ?? 0));
}
