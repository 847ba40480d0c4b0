import type { InstantRange } from "@heliograph/solar";
import { MAX_STILL_MS } from "@heliograph/solar";
import { spreadMs } from "./windows.ts";

// Units of a plant at work report within this time: then a day of rows before the range need not be read.
export const usualGapMs = 2 * 3_600_000;

/** Conditions on the sort key alone: only those may stand in a PREWHERE beside FINAL, which does not move them itself. */
export const between = (
  from: "nearFromAt" | "stillFromAt" | "fromAt" | "toAt",
  to: "stillFromAt" | "fromAt" | "toAt" | "nearToAt",
) =>
  `plant in {plants:Array(UInt32)} and day between toDate({${from}:DateTime64(3)}) and toDate({${to}:DateTime64(3)})
    and at >= {${from}:DateTime64(3)} and at < {${to}:DateTime64(3)}`;

/**
 * Parameters of `between`: the range, how far before it is read, since when a counter's standing still matters to it,
 * and as far after it as growth is spread.
 */
export function getBounds(plantKeys: readonly number[], { fromAt, toAt }: InstantRange, nearMs = spreadMs) {
  return {
    plants: plantKeys,
    fromAt,
    toAt,
    nearFromAt: fromAt - nearMs,
    stillFromAt: fromAt - MAX_STILL_MS,
    nearToAt: toAt + spreadMs,
  };
}

export type Bounds = ReturnType<typeof getBounds>;
