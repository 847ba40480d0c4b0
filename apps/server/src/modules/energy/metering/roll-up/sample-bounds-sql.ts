import type { InstantRange } from "@heliograph/solar";
import { MAX_STILL_MS } from "@heliograph/solar";
import { MAX_SPREAD_MS } from "../windows.ts";

const MIN_NEAR_MS = 30 * 60_000;

/** Time before a range in which units that report as usual have a reading, so that no older rows need be read. */
export function getNearMs(measuredGapMs: number): number {
  return Math.max(MIN_NEAR_MS, measuredGapMs + MAX_STILL_MS);
}

/** Conditions on the sort key alone: with FINAL only those may be in a PREWHERE, which has to be written explicitly. */
export const between = (
  from: "nearFromAt" | "stillFromAt" | "fromAt" | "toAt" | "firstMarkAt",
  to: "stillFromAt" | "fromAt" | "toAt" | "nearToAt" | "lastMarkAt",
) =>
  `plant in {plants:Array(UInt32)} and day between toDate({${from}:DateTime64(3)}) and toDate({${to}:DateTime64(3)})
    and at >= {${from}:DateTime64(3)} and at < {${to}:DateTime64(3)}`;

/**
 * Parameters of `between`: the range, the time read before it, the time for which an unchanged counter matters, and the
 * time after it over which growth is spread.
 */
export function getBounds(
  plantKeys: readonly number[],
  { fromAt, toAt }: InstantRange,
  nearMs = MAX_SPREAD_MS,
) {
  return {
    plants: plantKeys,
    fromAt,
    toAt,
    nearFromAt: fromAt - nearMs,
    stillFromAt: fromAt - MAX_STILL_MS,
    nearToAt: toAt + MAX_SPREAD_MS,
  };
}

export type Bounds = ReturnType<typeof getBounds>;
