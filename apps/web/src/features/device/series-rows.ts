import type { DeviceSeries } from "@heliograph/contract";
import type { LinePoint } from "../../shared/ui/chart/report-line.ts";
import { toReportLine } from "../../shared/ui/chart/report-line.ts";

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

/** The line of one parameter of a device; `intervalMs` is that of its reports now. */
export function toPoints(
  { steps, values }: DeviceSeries["series"][number],
  index: number,
  { fromMs, stepMs, intervalMs }: { fromMs: number; stepMs: number; intervalMs: number },
): LinePoint[] {
  const points = steps.map((step, position): LinePoint => {
    return [fromMs + step * stepMs, values[index]?.[position] ?? null];
  });
  return toReportLine(points, Math.max(stepMs, intervalMs));
}
