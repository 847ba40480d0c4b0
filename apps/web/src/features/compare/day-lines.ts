import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import type { LinePoint } from "../../shared/ui/chart/report-line.ts";
import type { DrawnLine } from "./lines-option.ts";
import type { PlantLine } from "./plant-lines.ts";

export type Curve = DataOf<typeof endpoints.station.curve>;

const QUARTER_MS = 900_000;

/** Means by quarter hour since the day began: curves of plants that report at other times have values at the same places. */
function toQuarters({ points, fromAt, toAt }: Curve): (number | null)[] {
  const startMs = Date.parse(fromAt);
  const sums = Array.from({ length: Math.ceil((Date.parse(toAt) - startMs) / QUARTER_MS) }, () => ({
    total: 0,
    count: 0,
  }));
  for (const { at, powerW } of points) {
    const quarter = sums[Math.floor((Date.parse(at) - startMs) / QUARTER_MS)];
    if (quarter === undefined || powerW === null) continue;
    quarter.total += powerW;
    quarter.count += 1;
  }
  return sums.map(({ total, count }) => (count === 0 ? null : total / count));
}

/** Power of the plants over their own days, in W or in W per kWp; plants without any power of the day are absent. */
export const toDayLines = (
  lines: readonly PlantLine[],
  curves: readonly (Curve | undefined)[],
  isPerKwp: boolean,
): DrawnLine[] =>
  lines.flatMap(({ plant, styleIndex }, place) => {
    const curve = curves[place];
    if (curve === undefined) return [];
    const divisor = isPerKwp ? plant.installedCapacityKwp : 1;
    const points = toQuarters(curve).map(
      (powerW, index): LinePoint => [index * QUARTER_MS, powerW === null ? null : powerW / divisor],
    );
    return points.some(([, value]) => value !== null) ? [{ name: plant.name, styleIndex, points }] : [];
  });

/** Length of the longest of the days: one has 25 hours where clocks go back. */
export const findLengthMs = (curves: readonly (Curve | undefined)[]): number =>
  curves.reduce(
    (length, curve) =>
      curve === undefined ? length : Math.max(length, Date.parse(curve.toAt) - Date.parse(curve.fromAt)),
    0,
  ) || 86_400_000;
