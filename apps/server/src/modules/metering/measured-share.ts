import type { InstantRange } from "@heliograph/solar";
import { sunPosition } from "@heliograph/solar";
import type { PlantWindow } from "./energy.repository.ts";
import { windowMs } from "./windows.ts";

export interface PlantPlace {
  latitude: number | null;
  longitude: number | null;
}

// Below this the light is too weak for every unit to be awake, and a missing report says nothing.
const leastElevationDeg = 5;

/** Windows of a range that are over by `now` and had the sun well up in their middle; none without coordinates. */
export function listDaylightWindows(place: PlantPlace, range: InstantRange, now: number): number[] {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return [];
  const windows: number[] = [];
  for (let at = range.fromAt; at < range.toAt && at + windowMs <= now; at += windowMs) {
    const { apparentElevationDeg } = sunPosition({ latitude, longitude, at: at + windowMs / 2 });
    if (apparentElevationDeg > leastElevationDeg) windows.push(at);
  }
  return windows;
}

/** Share of the daylight windows with data, 0 to 1; null when no daylight window is over yet. */
export function getMeasuredShare(
  daylight: readonly number[],
  windows: readonly PlantWindow[],
): number | null {
  if (daylight.length === 0) return null;
  const measured = new Set(windows.filter(({ isMeasured }) => isMeasured).map(({ at }) => at));
  return daylight.filter((at) => measured.has(at)).length / daylight.length;
}
