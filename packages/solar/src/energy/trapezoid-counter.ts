import type { CounterSample } from "./judge-readings.ts";

/** Mean or momentary power in W at a UTC instant in ms; null where nothing was measured. */
export interface PowerPoint {
  readonly at: number;
  readonly powerW: number | null;
}

const HOUR_MS = 3_600_000;

/**
 * A counter in Wh, from 0, that grows by the area under the power; one reading a point, in order of time.
 * Negative power counts as 0; beside a null, and over a gap longer than maxGapMs, the counter does not change.
 */
export function trapezoidCounter(points: Iterable<PowerPoint>, maxGapMs: number): CounterSample[] {
  let counterWh = 0;
  let previous: PowerPoint | undefined;
  return [...points]
    .sort((a, b) => a.at - b.at)
    .map((point) => {
      const base = previous;
      previous = point;
      if (base && base.powerW !== null && point.powerW !== null && point.at - base.at <= maxGapMs) {
        const meanW = (Math.max(base.powerW, 0) + Math.max(point.powerW, 0)) / 2;
        counterWh += (meanW * (point.at - base.at)) / HOUR_MS;
      }
      return { at: point.at, counterWh };
    });
}
