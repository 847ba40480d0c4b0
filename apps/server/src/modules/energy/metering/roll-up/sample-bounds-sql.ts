import type { InstantRange } from "@heliograph/solar";
import { MAX_STILL_MS } from "@heliograph/solar";
import { MAX_SPREAD_MS } from "../windows.ts";

// Units of a reporting plant report within this time, so that a day of rows before the range need not be read.
export const USUAL_GAP_MS = 2 * 3_600_000;

/** Conditions on the sort key alone: with FINAL only those may be in a PREWHERE, which has to be written explicitly. */
export const between = (
  from: "nearFromAt" | "stillFromAt" | "fromAt" | "toAt",
  to: "stillFromAt" | "fromAt" | "toAt" | "nearToAt",
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
