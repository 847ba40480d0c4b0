import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { clockMs } from "../../../shared/base/format/times.ts";
import type { LinePoint } from "../../../shared/ui/chart/report-line.ts";
import type { PlantLine } from "../plant-lines.ts";
import type { DrawnLine } from "./lines-option.ts";

export type Curve = DataOf<typeof endpoints.station.curve>;

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;

/** Length of a day on its clock: 24 hours also where clocks go forward or back, more where a change of zone ends it late. */
const lengthOf = ({ day, timeZone, toAt }: Curve): number =>
  Math.max(DAY_MS, clockMs(Date.parse(toAt) - QUARTER_MS, day, timeZone) + QUARTER_MS);

/**
 * Means by quarter hour of the plant's clock: curves of plants that report at other times have values at the same places. An
 * hour that the clock shows twice is one; one that it skips has no values.
 */
function toQuarters(curve: Curve, points: Curve["points"]): (number | null)[] {
  const { day, timeZone } = curve;
  const powers = Array.from({ length: Math.ceil(lengthOf(curve) / QUARTER_MS) }, (): number[] => []);
  // Clocks change at full quarters of an hour.
  const byQuarter = Map.groupBy(points, ({ at }) => Math.floor(Date.parse(at) / QUARTER_MS));
  for (const [quarter, group] of byQuarter) {
    const place = Math.floor(clockMs(quarter * QUARTER_MS, day, timeZone) / QUARTER_MS);
    powers[place]?.push(...group.flatMap(({ powerW }) => (powerW === null ? [] : [powerW])));
  }
  return powers.map((each) =>
    each.length === 0 ? null : each.reduce((total, powerW) => total + powerW, 0) / each.length,
  );
}

/** Places at which the sun is down; none where the plant's place is not known. */
function findDark(curve: Curve): Set<number> {
  if (curve.expectedFrom === "none") return new Set();
  const expected = toQuarters(curve, [...curve.expected, ...curve.clearSky]);
  return new Set(expected.flatMap((powerW, index) => (powerW ? [] : [index * QUARTER_MS])));
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
    const points = toQuarters(curve, curve.points).map(
      (powerW, index): LinePoint => [index * QUARTER_MS, powerW === null ? null : powerW / divisor],
    );
    const last = points.findLast(([, value]) => value !== null);
    if (last === undefined) return [];
    const lastPlace = plant.isRunning ? last[0] : undefined;
    return [{ name: plant.name, styleIndex, points, darkPlaces: findDark(curve), lastPlace }];
  });

/** Length of the longest of the days. */
export const findLengthMs = (curves: readonly (Curve | undefined)[]): number =>
  Math.max(DAY_MS, ...curves.map((curve) => (curve === undefined ? 0 : lengthOf(curve))));
