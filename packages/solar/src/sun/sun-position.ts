import { clamp, normalizeDegrees, toDegrees, toRadians } from "../angles.ts";
import { pressureAtAltitude } from "../irradiance/atmosphere.ts";
import type { SunCoordinates } from "./sun-coordinates.ts";
import { sunCoordinates } from "./sun-coordinates.ts";

/** Place and time of an observation; degrees north and east, UTC ms. */
export interface SunObserver {
  readonly latitude: number;
  readonly longitude: number;
  readonly at: number;
  readonly altitudeM?: number;
  /** Air pressure for refraction; the standard atmosphere at the altitude when absent. */
  readonly pressurePa?: number;
  /** Air temperature for refraction; 12 °C when absent. */
  readonly temperatureC?: number;
}

/** The sun in the local sky, all in degrees; azimuth from north, clockwise. */
export interface SunPosition {
  readonly elevationDeg: number;
  readonly apparentElevationDeg: number;
  readonly zenithDeg: number;
  readonly apparentZenithDeg: number;
  readonly azimuthDeg: number;
}

const SOLAR_PARALLAX_DEG = 8.794 / 3600;
const EARTH_AXIS_RATIO = 0.99664719;
const EARTH_RADIUS_M = 6_378_140;
/** Windows and steps of all plants begin, and have their middles, at multiples of this. */
const SHARED_STEP_MS = 30_000;
const MAX_SHARED = 2_048;
// The upper rim of the sun is still seen when its centre is this far below the horizon.
const RIM_AND_REFRACTION_DEG = 0.26667 + 0.5667;

const shared = new Map<number, SunCoordinates>();

/** Where the sun is does not depend on the place: the windows and steps of a day are computed once for all plants. */
function coordinatesAt(at: number): SunCoordinates {
  if (at % SHARED_STEP_MS !== 0) return sunCoordinates(at);
  const known = shared.get(at);
  if (known !== undefined) return known;
  if (shared.size >= MAX_SHARED) shared.clear();
  const coordinates = sunCoordinates(at);
  shared.set(at, coordinates);
  return coordinates;
}

/** Refraction in degrees for a geometric elevation (NREL/TP-560-34302, equation 42). */
function refractionDeg(elevationDeg: number, pressurePa: number, temperatureC: number): number {
  if (elevationDeg < -RIM_AND_REFRACTION_DEG) return 0;
  const bend = 1.02 / (60 * Math.tan(toRadians(elevationDeg + 10.3 / (elevationDeg + 5.11))));
  return (pressurePa / 101_000) * (283 / (273 + temperatureC)) * bend;
}

/** Hour angle and declination seen from the ground instead of the Earth's centre. */
function toTopocentric(sun: SunCoordinates, hourAngle: number, latitude: number, altitudeM: number) {
  const parallax = Math.sin(toRadians(SOLAR_PARALLAX_DEG / sun.distanceAu));
  const reduced = Math.atan(EARTH_AXIS_RATIO * Math.tan(latitude));
  const height = altitudeM / EARTH_RADIUS_M;
  const x = Math.cos(reduced) + height * Math.cos(latitude);
  const y = EARTH_AXIS_RATIO * Math.sin(reduced) + height * Math.sin(latitude);
  const across = Math.cos(sun.declinationRad) - x * parallax * Math.cos(hourAngle);
  const shift = Math.atan2(-x * parallax * Math.sin(hourAngle), across);
  const declination = Math.atan2((Math.sin(sun.declinationRad) - y * parallax) * Math.cos(shift), across);
  return { hourAngle: hourAngle - shift, declination };
}

/** Sun position at a UTC instant in ms, within 0.001° from 2000 to 2060 (NREL/TP-560-34302). */
export function sunPosition(observer: SunObserver): SunPosition {
  const { altitudeM = 0, temperatureC = 12 } = observer;
  const pressurePa = observer.pressurePa ?? pressureAtAltitude(altitudeM);
  const latitude = toRadians(observer.latitude);
  const geocentric = coordinatesAt(observer.at);
  const localHourAngle = toRadians(geocentric.greenwichHourAngleDeg + observer.longitude);
  const { hourAngle, declination } = toTopocentric(geocentric, localHourAngle, latitude, altitudeM);
  const sine =
    Math.sin(latitude) * Math.sin(declination) +
    Math.cos(latitude) * Math.cos(declination) * Math.cos(hourAngle);
  const elevationDeg = toDegrees(Math.asin(clamp(sine, -1, 1)));
  const apparentElevationDeg = elevationDeg + refractionDeg(elevationDeg, pressurePa, temperatureC);
  const fromSouth = Math.atan2(
    Math.sin(hourAngle),
    Math.cos(hourAngle) * Math.sin(latitude) - Math.tan(declination) * Math.cos(latitude),
  );
  return {
    elevationDeg,
    apparentElevationDeg,
    zenithDeg: 90 - elevationDeg,
    apparentZenithDeg: 90 - apparentElevationDeg,
    azimuthDeg: normalizeDegrees(toDegrees(fromSouth) + 180),
  };
}
