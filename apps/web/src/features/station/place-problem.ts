import type { StationDetail } from "@heliograph/contract";

/** Hours between which the sun is highest wherever clocks roughly follow it; the latest are about 15:10, in western China. */
const EARLIEST_NOON = 9;
const LATEST_NOON = 16.5;

type Located = Pick<StationDetail, "latitude" | "longitude" | "timeZone" | "sun">;

export type PlaceProblem = "missing" | { readonly noonAt: number };

function hourIn(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(at);
  const read = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return read("hour") + read("minute") / 60;
}

/** Missing coordinates, or a time when the sun is highest at them that contradicts the time zone; undefined without a problem. */
export function findPlaceProblem({ latitude, longitude, timeZone, sun }: Located): PlaceProblem | undefined {
  if (latitude === null || longitude === null) return "missing";
  if (sun === null) return undefined;
  const noonAt = (Date.parse(sun.sunriseAt) + Date.parse(sun.sunsetAt)) / 2;
  const hour = hourIn(timeZone, noonAt);
  return hour < EARLIEST_NOON || hour > LATEST_NOON ? { noonAt } : undefined;
}
