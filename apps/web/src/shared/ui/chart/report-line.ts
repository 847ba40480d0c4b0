/** A time in ms, and its value; null interrupts a line. */
export type LinePoint = readonly [at: number, value: number | null];

/** Reports on each side whose spacing shows the interval of their time. */
const REPORTS_AROUND = 2;
const MAX_INTERVAL_MS = 900_000;
/** More than two missing reports interrupt a line. */
const MAX_SPACING = 2.5;

/**
 * A line through reports, interrupted where reports are missing. `intervalMs` is the interval of now; earlier reports can
 * have come less often, which their own spacing shows.
 */
export function toReportLine(points: readonly LinePoint[], intervalMs: number): LinePoint[] {
  const spacings = points.slice(1).map(([at], index) => at - (points[index] as LinePoint)[0]);
  return points.flatMap((point, index): LinePoint[] => {
    const before = points[index - 1];
    if (before === undefined) return [point];
    const expectedMs = Math.max(intervalMs, Math.min(MAX_INTERVAL_MS, medianAround(spacings, index - 1)));
    const isGap = point[0] - before[0] > MAX_SPACING * expectedMs;
    return isGap ? [[before[0] + expectedMs, null], point] : [point];
  });
}

/** Whether a point has no line to another one: without a mark it would not be seen. */
export const isAlone = (line: readonly LinePoint[], index: number): boolean =>
  line[index]?.[1] != null && line[index - 1]?.[1] == null && line[index + 1]?.[1] == null;

/** The lower median of the spacings around one of them. */
function medianAround(spacings: readonly number[], index: number): number {
  const around = spacings
    .slice(Math.max(0, index - REPORTS_AROUND), index + REPORTS_AROUND + 1)
    .sort((one, other) => one - other);
  return around[Math.floor((around.length - 1) / 2)] ?? 0;
}
