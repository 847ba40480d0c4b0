import type { InstantRange } from "@heliograph/solar";
import { sunPosition } from "@heliograph/solar";
import { WINDOW_MS } from "../windows.ts";

export interface PlantPlace {
  latitude: number | null;
  longitude: number | null;
}

// Below this elevation some units still sleep, so that a missing report is no gap.
const MIN_ELEVATION_DEG = 5;

// The earth turns by 15° an hour; refraction, which is in the elevation, adds less than the rest.
const MS_PER_DEGREE = 3_600_000 / 16;

/** How far the sun is above the minimum elevation, in degrees. */
const degreesAbove = (latitude: number, longitude: number, at: number): number =>
  sunPosition({ latitude, longitude, at }).apparentElevationDeg - MIN_ELEVATION_DEG;

/** Numbers of the steps of a range with the sun below the minimum elevation in their middle; none without coordinates. */
export function listDarkSteps(place: PlantPlace, { fromAt, toAt }: InstantRange, stepMs: number): number[] {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return [];
  return Array.from({ length: Math.ceil((toAt - fromAt) / stepMs) }, (_, step) => step).filter(
    (step) => degreesAbove(latitude, longitude, fromAt + (step + 0.5) * stepMs) <= 0,
  );
}

/** Windows of a range that ended by `now` with the sun above the minimum elevation; none without coordinates. */
export function listDaylightWindows(place: PlantPlace, range: InstantRange, now: number): number[] {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return [];
  const windows: number[] = [];
  const toAt = Math.min(range.toAt - 1, now - WINDOW_MS);
  for (let at = range.fromAt; at <= toAt; ) {
    const degrees = degreesAbove(latitude, longitude, at + WINDOW_MS / 2);
    // The sun cannot cross the minimum elevation sooner: a year has 35,000 windows.
    const sameUntil = at + Math.abs(degrees) * MS_PER_DEGREE;
    do {
      if (degrees > 0) windows.push(at);
      at += WINDOW_MS;
    } while (at <= sameUntil && at <= toAt);
  }
  return windows;
}

/** Share of the daylight windows with data, 0 to 1; null when no daylight window is over yet. */
export function getMeasuredShare(
  daylight: readonly number[],
  /** Starts of the windows with data. */
  measured: Pick<ReadonlySet<number>, "has">,
): number | null {
  if (daylight.length === 0) return null;
  return daylight.filter((at) => measured.has(at)).length / daylight.length;
}
