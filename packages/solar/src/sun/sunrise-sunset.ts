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
/** Less than the sun moves in a millisecond, except where it hardly rises or sets. */
const PRECISION_DEG = 1e-7;

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

/**
 * The crossing of the horizon between an instant below and one above it, in either order. By the Illinois method, which
 * takes a quarter of the steps that halving takes: the line between both ends is followed, and an end that stays counts half.
 */
function findCrossing(heightDeg: (at: number) => number, downAt: number, upAt: number) {
  let [down, up] = [downAt, upAt];
  let [below, above] = [heightDeg(down), heightDeg(up)];
  if (below > 0 || above <= 0) return undefined;
  let wasUp: boolean | undefined;
  while (Math.abs(up - down) > 1) {
    const at = (down * above - up * below) / (above - below);
    const height = heightDeg(at);
    if (Math.abs(height) < PRECISION_DEG) return Math.round(at);
    const isUp = height > 0;
    if (isUp) [up, above] = [at, height];
    else [down, below] = [at, height];
    if (isUp && wasUp === true) below /= 2;
    if (!isUp && wasUp === false) above /= 2;
    wasUp = isUp;
  }
  return Math.round(up);
}

/** Sunrise before, and sunset after, the solar noon nearest the middle of a local day; UTC ms, ± 2 s of SPA. */
export function sunriseSunset(latitude: number, longitude: number, day: InstantRange): SunTimes {
  const transitAt = findTransit(longitude, (day.fromAt + day.toAt) / 2);
  const heightDeg = (at: number): number =>
    sunPosition({ latitude, longitude, at }).elevationDeg - HORIZON_DEG;
  return {
    sunriseAt: findCrossing(heightDeg, transitAt - HALF_DAY_MS, transitAt),
    transitAt: Math.round(transitAt),
    sunsetAt: findCrossing(heightDeg, transitAt + HALF_DAY_MS, transitAt),
  };
}
