import type { InstantRange } from "@heliograph/solar";
import { sunPosition } from "@heliograph/solar";
import { WINDOW_MS } from "../windows.ts";

export interface PlantPlace {
  latitude: number | null;
  longitude: number | null;
}

// Below this elevation some units still sleep, so that a missing report is no gap.
const MIN_ELEVATION_DEG = 5;

const isDaylight = (latitude: number, longitude: number, at: number): boolean =>
  sunPosition({ latitude, longitude, at }).apparentElevationDeg > MIN_ELEVATION_DEG;

/** Numbers of the steps of a range with the sun below the minimum elevation in their middle; none without coordinates. */
export function listDarkSteps(place: PlantPlace, { fromAt, toAt }: InstantRange, stepMs: number): number[] {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return [];
  return Array.from({ length: Math.ceil((toAt - fromAt) / stepMs) }, (_, step) => step).filter(
    (step) => !isDaylight(latitude, longitude, fromAt + (step + 0.5) * stepMs),
  );
}

/** Windows of a range that ended by `now` with the sun above the minimum elevation; none without coordinates. */
export function listDaylightWindows(place: PlantPlace, range: InstantRange, now: number): number[] {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return [];
  const windows: number[] = [];
  for (let at = range.fromAt; at < range.toAt && at + WINDOW_MS <= now; at += WINDOW_MS) {
    if (isDaylight(latitude, longitude, at + WINDOW_MS / 2)) windows.push(at);
  }
  return windows;
}

/** Share of the daylight windows with data, 0 to 1; null when no daylight window is over yet. */
export function getMeasuredShare(
  daylight: readonly number[],
  /** Starts of the windows with data. */
  measured: ReadonlySet<number>,
): number | null {
  if (daylight.length === 0) return null;
  return daylight.filter((at) => measured.has(at)).length / daylight.length;
}
