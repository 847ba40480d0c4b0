import type { StationDetail } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import { addDays, dayRange, sunriseSunset } from "@heliograph/solar";

interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Sunrise and sunset of a plant's calendar day and the sunrise of the next; null without coordinates and in polar days and nights. */
export function sunTimesOf(
  { latitude, longitude }: Place,
  zones: PlantZones,
  day: string,
): StationDetail["sun"] {
  if (latitude === null || longitude === null) return null;
  const timesOf = (each: string) => sunriseSunset(latitude, longitude, dayRange(each, zones));
  const { sunriseAt, sunsetAt } = timesOf(day);
  const { sunriseAt: nextSunriseAt } = timesOf(addDays(day, 1));
  if (sunriseAt === undefined || sunsetAt === undefined || nextSunriseAt === undefined) return null;
  return {
    sunriseAt: new Date(sunriseAt).toISOString(),
    sunsetAt: new Date(sunsetAt).toISOString(),
    nextSunriseAt: new Date(nextSunriseAt).toISOString(),
  };
}
