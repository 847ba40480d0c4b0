import type { Profile } from "./shade-profiles.ts";

// How far the light of a unit is from what is expected at a place, by how far it usually is at that time of day: an edge of a
// shadow that moves unevenly says less than a time at which all places of a plane fit closely.

/** Weight of the summed loss beside that of the loss itself. */
const SUM_WEIGHT = 0.6;
/** The usual variance at a time: so many times the square of the deviation at this quantile. */
const USUAL_QUANTILE = 0.6;
const USUAL_SQUARES = 2;
/** Deviations below which differences are noise: of the loss, and of its sum. */
const NOISE: Record<keyof Profile, number> = { loss: 0.005, sum: 0.015 };
/** Degrees of freedom of Student's t-distribution: one large deviation, such as the shadow of a pipe, counts little. */
const FREEDOM = 4;

/** Profile of a unit and the one expected at its place, with the variance of that estimate in those of a value. */
export interface Comparison {
  readonly profile: Profile;
  readonly expected: Profile;
  readonly variance: number;
}

/** Usual variance of a value by quarter hour. */
export type Variances = Record<keyof Profile, Float64Array>;

function variancesOf(comparisons: readonly Comparison[], length: number, key: keyof Profile): Float64Array {
  return Float64Array.from({ length }, (_, at) => {
    const squares = Float64Array.from(
      comparisons,
      ({ profile, expected, variance }) => (profile[key][at]! - expected[key][at]!) ** 2 / (1 + variance),
    ).sort();
    return USUAL_SQUARES * (squares[Math.floor(squares.length * USUAL_QUANTILE)] ?? 0) + NOISE[key] ** 2;
  });
}

/** From the places of a plane; most of them have the right unit. */
export const usualVariances = (comparisons: readonly Comparison[], length: number): Variances => ({
  loss: variancesOf(comparisons, length, "loss"),
  sum: variancesOf(comparisons, length, "sum"),
});

/** Mean of the unlikeliness of the deviations; 0 where there is none, about 1 where they are usual. */
export function deviationOf({ profile, expected, variance }: Comparison, usual: Variances): number {
  const { length } = profile.loss;
  if (length === 0) return 0;
  const unlikely = (key: keyof Profile, at: number) =>
    Math.log1p((profile[key][at]! - expected[key][at]!) ** 2 / (usual[key][at]! * (1 + variance) * FREEDOM));
  let total = 0;
  for (let at = 0; at < length; at++)
    total += SUM_WEIGHT * unlikely("sum", at) + (1 - SUM_WEIGHT) * unlikely("loss", at);
  return (FREEDOM * total) / length;
}
