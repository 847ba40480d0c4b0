import type { Orientation } from "../irradiance/plane-of-array.ts";
import type { PowerAssumptions } from "./expected-power.ts";
import { powerUnderSky } from "./expected-power.ts";
import type { Place } from "./sky.ts";
import { skyAt } from "./sky.ts";

/** Modules of one orientation: degrees, rated DC power in W. */
export interface ArrayOrientation extends Orientation {
  readonly ratedPowerW: number;
}

export interface ExpectedCurveInput extends Place, PowerAssumptions {
  /** UTC ms, the end excluded. */
  readonly fromAt: number;
  readonly toAt: number;
  readonly stepMs: number;
  /** Any number of modules; those of equal orientation are computed once. */
  readonly arrays: Iterable<ArrayOrientation>;
  /** Measured global horizontal W/m² at an instant; undefined where none is known. */
  readonly irradiance?: (at: number) => number | undefined;
}

export interface ExpectedPoint {
  readonly at: number;
  readonly powerW: number;
  /** What the figure rests on: against a clear sky a lack of power is no fault. */
  readonly basis: "measured" | "clear-sky";
}

function sumByOrientation(arrays: Iterable<ArrayOrientation>): ArrayOrientation[] {
  const sums = new Map<string, ArrayOrientation>();
  for (const { tiltDeg, azimuthDeg, ratedPowerW } of arrays) {
    const key = `${tiltDeg}/${azimuthDeg}`;
    const sum = (sums.get(key)?.ratedPowerW ?? 0) + ratedPowerW;
    sums.set(key, { tiltDeg, azimuthDeg, ratedPowerW: sum });
  }
  return [...sums.values()];
}

/** Expected DC power in W of a plant at every step of a range. [R1.3] */
export function expectedCurve(input: ExpectedCurveInput): ExpectedPoint[] {
  if (!(input.stepMs > 0)) throw new RangeError(`step must be above 0 ms: ${input.stepMs}`);
  const arrays = sumByOrientation(input.arrays);
  const points: ExpectedPoint[] = [];
  for (let at = input.fromAt; at < input.toAt; at += input.stepMs) {
    const measuredWm2 = input.irradiance?.(at);
    const sky = skyAt(input, at, measuredWm2);
    let powerW = 0;
    for (const array of arrays) powerW += powerUnderSky(sky, array, input);
    points.push({ at, powerW, basis: measuredWm2 === undefined ? "clear-sky" : "measured" });
  }
  return points;
}
