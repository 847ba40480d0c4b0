import type { Scale } from "./colors.ts";
import type { DayValues, RoofValue } from "./day-values.ts";

/**
 * `fixed`: the same over the whole day; `peers`: between the units at this moment, which makes small differences visible;
 * `expected`: power and energy as a share of what is expected of the unit.
 */
export const scaleKinds = ["fixed", "peers", "expected"] as const;
export type ScaleKind = (typeof scaleKinds)[number];

const RATIO: Scale = { from: 0.4, to: 1.1 };
/** Shares of what is expected: a clear sky is an estimate, and cold modules give more. */
export const EXPECTED: Scale = { from: 0, to: 1.2 };
/** From what is hardly received, to what is received beside the gateway, in dBm. */
const SIGNAL: Scale = { from: -95, to: -45 };
/** Share of the units at each end that do not widen the scale to peers. */
const OUTLIERS = 0.02;
/** A scale to peers is at least this share of its end wide: noise is no difference. */
const MIN_SPREAD = 0.04;

/** The scales that a value has: none for a ratio, and only power and energy are expected. */
export function listScaleKinds(value: RoofValue): readonly ScaleKind[] {
  if (value === "ratio") return [];
  return value === "power" || value === "energy" ? scaleKinds : ["fixed", "peers"];
}

/** The scale of a whole day: power and energy from zero, temperatures from the lowest. */
export function fixedScale(values: DayValues, value: RoofValue, units: Iterable<number>): Scale {
  if (value === "ratio") return RATIO;
  if (value === "signal") return SIGNAL;
  const range = values.rangeOf(value, units);
  if (range === undefined) return { from: 0, to: 1 };
  const from = value === "temperature" ? range.from : 0;
  return { from, to: Math.max(range.to, from + 1e-3) };
}

/** The scale between the values that units have now. */
export function peerScale(now: Float32Array, units: readonly number[]): Scale | undefined {
  const known = Float32Array.from(
    units.map((unit) => now[unit]!).filter((value) => !Number.isNaN(value)),
  ).sort();
  if (known.length === 0) return undefined;
  const cut = Math.floor(known.length * OUTLIERS);
  const to = known[known.length - 1 - cut]!;
  const from = known[cut]!;
  return { from: Math.min(from, to - Math.abs(to) * MIN_SPREAD), to };
}
