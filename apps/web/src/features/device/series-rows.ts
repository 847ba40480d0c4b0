import type { DeviceSeries } from "@heliograph/contract";

export interface SeriesRow {
  readonly step: number;
  /** By device, and of each by parameter; null where a device has no value in this step. */
  readonly values: readonly (number | null)[];
}

/** The steps that any device has, in order, with the values of all devices side by side. */
export function toTableRows({ series }: DeviceSeries): SeriesRow[] {
  const steps = [...new Set(series.flatMap((each) => each.steps))].sort((one, other) => one - other);
  const positions = series.map((each) => new Map(each.steps.map((step, position) => [step, position])));
  return steps.map((step) => ({
    step,
    values: series.flatMap(({ values }, index) => {
      const position = positions[index]?.get(step);
      return values.map((ofField) => (position === undefined ? null : (ofField[position] ?? null)));
    }),
  }));
}

/** An instant in ms, and its value; null interrupts a line. */
export type Point = readonly [at: number, value: number | null];

/** Points of one parameter of a device; a gap of more than two reports interrupts the line. */
export function toPoints(
  { steps, values }: DeviceSeries["series"][number],
  index: number,
  { fromMs, stepMs, gapMs }: { fromMs: number; stepMs: number; gapMs: number },
): Point[] {
  let before: number | undefined;
  return steps.flatMap((step, position): Point[] => {
    const at = fromMs + step * stepMs;
    const isGap = before !== undefined && at - before > gapMs;
    const gap: Point[] = isGap ? [[(before ?? at) + stepMs, null]] : [];
    before = at;
    return [...gap, [at, values[index]?.[position] ?? null]];
  });
}
