import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";

export type DayCurve = DataOf<typeof endpoints.station.curve>;
type Point = DayCurve["points"][number];

/** Width and height of the drawing in its own units; it is stretched to the screen. */
export const WIDTH = 1_000;
export const HEIGHT = 400;

export interface CurveFrame {
  /** The day, epoch ms. */
  readonly fromAt: number;
  readonly toAt: number;
  /** Upper end of the power axis, W. */
  readonly maxW: number;
}

/** Round figures on a power axis, in steps a reader can halve. */
const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The least round power that is not below the greatest of a day, W. */
export function roundUpW(powerW: number): number {
  if (powerW <= 0) return 1_000;
  const magnitude = 10 ** Math.floor(Math.log10(powerW));
  return magnitude * (ROUND.find((each) => each * magnitude >= powerW * 0.999) ?? 10);
}

export function frameOf(curve: DayCurve): CurveFrame {
  const powers = [...curve.points, ...curve.expected, ...curve.clearSky].map(({ powerW }) => powerW ?? 0);
  return {
    fromAt: Date.parse(curve.fromAt),
    toAt: Date.parse(curve.toAt),
    maxW: roundUpW(Math.max(0, ...powers)),
  };
}

/** Horizontal place of an instant in the drawing. */
export const toX = (at: number, { fromAt, toAt }: CurveFrame): number =>
  (WIDTH * (at - fromAt)) / (toAt - fromAt);

const toY = (powerW: number, { maxW }: CurveFrame): number => HEIGHT * (1 - Math.max(0, powerW) / maxW);

/** Runs of points without a gap, each point as x and y. */
function toRuns(points: readonly Point[], frame: CurveFrame): (readonly [number, number])[][] {
  const runs: (readonly [number, number])[][] = [[]];
  for (const { at, powerW } of points) {
    if (powerW === null) runs.push([]);
    else runs.at(-1)?.push([toX(Date.parse(at), frame), toY(powerW, frame)]);
  }
  return runs.filter((run) => run.length > 0);
}

const toLine = (run: readonly (readonly [number, number])[]): string =>
  run.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");

/** Path of a curve: gaps stay open, and a point between two gaps is a dot. */
export function linePath(points: readonly Point[], frame: CurveFrame): string {
  return toRuns(points, frame)
    .map((run) => `M${toLine(run.length === 1 ? [...run, ...run] : run)}`)
    .join("");
}

/** Path of the area between a curve and zero. */
export function areaPath(points: readonly Point[], frame: CurveFrame): string {
  return toRuns(points, frame)
    .map(
      (run) => `M${run[0]?.[0].toFixed(1)} ${HEIGHT}L${toLine(run)}L${run.at(-1)?.[0].toFixed(1)} ${HEIGHT}Z`,
    )
    .join("");
}

/** The measured point closest to a share of the drawing's width; undefined without points. */
export function findPoint(curve: DayCurve, share: number): Point | undefined {
  const at = Date.parse(curve.fromAt) + share * (Date.parse(curve.toAt) - Date.parse(curve.fromAt));
  const distance = (point: Point): number => Math.abs(Date.parse(point.at) - at);
  return curve.points.reduce<Point | undefined>(
    (best, point) => (best === undefined || distance(point) < distance(best) ? point : best),
    undefined,
  );
}
