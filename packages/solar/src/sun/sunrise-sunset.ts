import type { InstantRange } from "../days/local-days.ts";
import { sunCoordinates } from "./sun-coordinates.ts";
import { sunPosition } from "./sun-position.ts";

/** UTC ms; sunrise and sunset are undefined while the sun stays up or down around this transit. */
export interface SunTimes {
  readonly sunriseAt: number | undefined;
  readonly transitAt: number;
  readonly sunsetAt: number | undefined;
}

const HALF_DAY_MS = 43_200_000;
const MS_PER_DEGREE = 240_000;
// Upper rim on a sea horizon: 16' radius and 34' refraction, the almanacs' convention.
const HORIZON_DEG = -0.8333;

/** Degrees the sun has yet to turn to the meridian, within ±180. */
function degreesToMeridian(longitude: number, at: number): number {
  const hourAngle = sunCoordinates(at).greenwichHourAngleDeg + longitude;
  return -(((hourAngle % 360) + 540) % 360) + 180;
}

function findTransit(longitude: number, middleAt: number): number {
  let at = middleAt;
  // The hour angle turns at an almost constant rate: the second step already ends within 0.1 s.
  for (let step = 0; step < 3; step += 1) at += degreesToMeridian(longitude, at) * MS_PER_DEGREE;
  return at;
}

/** The crossing of the horizon between an instant below and one above it, in either order. */
function findCrossing(isUp: (at: number) => boolean, downAt: number, upAt: number) {
  if (isUp(downAt) || !isUp(upAt)) return undefined;
  let [down, up] = [downAt, upAt];
  while (Math.abs(up - down) > 1) {
    const middle = (down + up) / 2;
    if (isUp(middle)) up = middle;
    else down = middle;
  }
  return Math.round(up);
}

/** Sunrise before, and sunset after, the solar noon nearest the middle of a local day; UTC ms, ± 2 s of SPA. */
export function sunriseSunset(latitude: number, longitude: number, day: InstantRange): SunTimes {
  const transitAt = findTransit(longitude, (day.fromAt + day.toAt) / 2);
  const isUp = (at: number): boolean => sunPosition({ latitude, longitude, at }).elevationDeg > HORIZON_DEG;
  return {
    sunriseAt: findCrossing(isUp, transitAt - HALF_DAY_MS, transitAt),
    transitAt: Math.round(transitAt),
    sunsetAt: findCrossing(isUp, transitAt + HALF_DAY_MS, transitAt),
  };
}
