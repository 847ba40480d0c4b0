import { normalizeDegrees, toDegrees, toRadians } from "../angles.ts";

type PeriodicTerm = readonly [amplitude: number, phaseRad: number, radPerMillennium: number];

// Earth's heliocentric longitude and radius after VSOP87, the largest terms of the tables in
// NREL/TP-560-34302 (1e-8 rad, 1e-8 AU). Against a full ephemeris, 2000-2060, all that is left out came to 0.0005°.
const LONGITUDE: readonly PeriodicTerm[] = [
  [3341656, 4.6692568, 6283.07585],
  [34894, 4.6261, 12566.1517],
  [3497, 2.7441, 5753.3849],
  [3418, 2.8289, 3.5231],
  [3136, 3.6277, 77713.7715],
  [2676, 4.4181, 7860.4194],
  [2343, 6.1352, 3930.2097],
  [1324, 0.7425, 11506.7698],
  [1273, 2.0371, 529.691],
  [1199, 1.1096, 1577.3435],
  [990, 5.233, 5884.927],
  [902, 2.045, 26.298],
  [857, 3.508, 398.149],
  [780, 1.179, 5223.694],
  [753, 2.533, 5507.553],
  [505, 4.583, 18849.228],
  [492, 4.205, 775.523],
  [357, 2.92, 0.067],
  [317, 5.849, 11790.629],
  [284, 1.899, 796.298],
  [271, 0.315, 10977.079],
  [243, 0.345, 5486.778],
  [206, 4.806, 2544.314],
  [205, 1.869, 5573.143],
  [202, 2.458, 6069.777],
];
const LONGITUDE_RATE: readonly PeriodicTerm[] = [
  [206059, 2.678235, 6283.07585],
  [4303, 2.6351, 12566.1517],
  [425, 1.59, 3.523],
];
const LONGITUDE_RATE_SQUARED: readonly PeriodicTerm[] = [
  [52919, 0, 0],
  [8720, 1.0721, 6283.0758],
];
const RADIUS: readonly PeriodicTerm[] = [
  [1670700, 3.0984635, 6283.07585],
  [13956, 3.05525, 12566.1517],
];
const RADIUS_RATE: readonly PeriodicTerm[] = [[103019, 1.10749, 6283.07585]];

const DAY_MS = 86_400_000;
const J2000_UNIX_DAYS = 10_957.5;
// Terrestrial time runs ahead of UTC by 64 s (2000) to about 70 s (2030); a second is 0.00001° here.
const TERRESTRIAL_LEAD_DAYS = 69 / 86_400;

function sumTerms(terms: readonly PeriodicTerm[], millennia: number): number {
  let sum = 0;
  for (const [amplitude, phase, rate] of terms) sum += amplitude * Math.cos(phase + rate * millennia);
  return sum;
}

function heliocentricLongitudeRad(millennia: number): number {
  const fixed = 175347046 + sumTerms(LONGITUDE, millennia);
  const linear = 628331966747 + sumTerms(LONGITUDE_RATE, millennia);
  const squared = sumTerms(LONGITUDE_RATE_SQUARED, millennia);
  return (fixed + millennia * (linear + millennia * squared)) / 1e8;
}

function distanceAu(millennia: number): number {
  return (100013989 + sumTerms(RADIUS, millennia) + millennia * sumTerms(RADIUS_RATE, millennia)) / 1e8;
}

/** Nutation in degrees, good to 0.5 arc seconds (Meeus, Astronomical Algorithms, chapter 22). */
function nutation(centuries: number): { longitudeDeg: number; obliquityDeg: number } {
  const node = toRadians(125.04452 - 1934.136261 * centuries);
  const sun = toRadians(280.4665 + 36000.7698 * centuries);
  const moon = toRadians(218.3165 + 481267.8813 * centuries);
  const longitudeArcsec =
    -17.2 * Math.sin(node) - 1.32 * Math.sin(2 * sun) - 0.23 * Math.sin(2 * moon) + 0.21 * Math.sin(2 * node);
  const obliquityArcsec =
    9.2 * Math.cos(node) + 0.57 * Math.cos(2 * sun) + 0.1 * Math.cos(2 * moon) - 0.09 * Math.cos(2 * node);
  return { longitudeDeg: longitudeArcsec / 3600, obliquityDeg: obliquityArcsec / 3600 };
}

export interface SunCoordinates {
  readonly declinationRad: number;
  /** Hour angle at Greenwich, 0 ≤ angle < 360, growing westward. */
  readonly greenwichHourAngleDeg: number;
  readonly distanceAu: number;
}

/** Geocentric position of the sun at a UTC instant in ms (NREL/TP-560-34302). */
export function sunCoordinates(at: number): SunCoordinates {
  const days = at / DAY_MS - J2000_UNIX_DAYS;
  const centuries = (days + TERRESTRIAL_LEAD_DAYS) / 36_525;
  const distance = distanceAu(centuries / 10);
  const wobble = nutation(centuries);
  const longitude =
    heliocentricLongitudeRad(centuries / 10) +
    Math.PI +
    toRadians(wobble.longitudeDeg - 20.4898 / (3600 * distance));
  const obliquity = toRadians((84381.448 - 46.815 * centuries) / 3600 + wobble.obliquityDeg);
  const rightAscension = Math.atan2(Math.sin(longitude) * Math.cos(obliquity), Math.cos(longitude));
  const siderealDeg =
    280.46061837 +
    360.98564736629 * days +
    0.000387933 * centuries * centuries +
    wobble.longitudeDeg * Math.cos(obliquity);
  return {
    declinationRad: Math.asin(Math.sin(obliquity) * Math.sin(longitude)),
    greenwichHourAngleDeg: normalizeDegrees(siderealDeg - toDegrees(rightAscension)),
    distanceAu: distance,
  };
}
