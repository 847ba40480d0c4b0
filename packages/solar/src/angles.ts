const DEGREE = Math.PI / 180;

export const toRadians = (degrees: number): number => degrees * DEGREE;

export const toDegrees = (radians: number): number => radians / DEGREE;

export const sinDeg = (degrees: number): number => Math.sin(degrees * DEGREE);

export const cosDeg = (degrees: number): number => Math.cos(degrees * DEGREE);

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high);

/** Brings an angle into 0 ≤ angle < 360 degrees. */
export function normalizeDegrees(degrees: number): number {
  const rest = degrees % 360;
  return rest < 0 ? rest + 360 : rest;
}
