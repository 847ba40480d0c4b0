import { clamp, cosDeg } from "../angles.ts";

const DAY_MS = 86_400_000;
const STANDARD_PRESSURE_PA = 101_325;

/** Pressure of the standard atmosphere in Pa at an altitude in metres. */
export function pressureAtAltitude(altitudeM: number): number {
  return 100 * ((44331.514 - altitudeM) / 11880.516) ** (1 / 0.1902632);
}

/** Relative optical air mass at an apparent zenith angle below 90° (Kasten and Young 1989). */
export function relativeAirMass(apparentZenithDeg: number): number {
  // Below the horizon there is no path; 90° keeps the formula's largest value instead of NaN.
  const zenith = clamp(apparentZenithDeg, 0, 90);
  return 1 / (cosDeg(zenith) + 0.50572 * (96.07995 - zenith) ** -1.6364);
}

/** Air mass corrected for pressure in Pa. */
export function absoluteAirMass(airMass: number, pressurePa: number): number {
  return (airMass * pressurePa) / STANDARD_PRESSURE_PA;
}

/** Normal irradiance above the atmosphere in W/m² on a day of the year from 1 (Spencer 1971). */
export function extraterrestrialIrradiance(dayOfYear: number, solarConstantWm2 = 1366.1): number {
  const angle = (2 * Math.PI * (dayOfYear - 1)) / 365;
  return (
    solarConstantWm2 *
    (1.00011 +
      0.034221 * Math.cos(angle) +
      0.00128 * Math.sin(angle) +
      0.000719 * Math.cos(2 * angle) +
      0.000077 * Math.sin(2 * angle))
  );
}

/** Day of the year from 1 at a UTC instant in ms. */
export function dayOfYear(at: number): number {
  const startAt = Date.UTC(new Date(at).getUTCFullYear(), 0, 1);
  return Math.floor((at - startAt) / DAY_MS) + 1;
}
