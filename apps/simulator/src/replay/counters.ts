import type { PowerPoint } from "@heliograph/solar";
import { trapezoidCounter } from "@heliograph/solar";

/** Wh from 0 at each point, by trapezoid over steps of at most two intervals; negatives count as 0, a gap adds nothing. */
export function countersOf(points: readonly PowerPoint[], intervalS: number): number[] {
  return trapezoidCounter(points, 2_000 * intervalS).map((sample) => sample.counterWh);
}

/** Power from voltage and current of the same instant, W; null when one is missing. */
export function powerOf(voltageV: number | null, currentA: number | null): number | null {
  return voltageV === null || currentA === null ? null : voltageV * currentA;
}
