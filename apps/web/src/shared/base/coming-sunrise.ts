import type { StationDetail } from "@heliograph/contract";

/** The sunrise that ends the night, epoch ms; undefined by day and where it is not known. */
export function findComingSunrise(sun: StationDetail["sun"], now: number): number | undefined {
  if (sun === null) return undefined;
  const sunriseAt = Date.parse(sun.sunriseAt);
  if (now < sunriseAt) return sunriseAt;
  return now < Date.parse(sun.sunsetAt) ? undefined : Date.parse(sun.nextSunriseAt);
}
