import type { UnitEvent } from "./safety-states.ts";

/** Values of one live sample of a unit with a switch; null: not reported. */
export interface SwitchSample {
  /** 0: open, 1: closed. */
  readonly sw: number | null;
  readonly inputV: number | null;
  readonly outputV: number | null;
}

/** An open switch lets at most this much through, of either sign: a connection may be reversed. */
export const MAX_OPEN_OUTPUT_V = 1;
/** With less at the input there is nothing to measure at the output. */
export const MIN_INPUT_V = 5;

/**
 * What a sample says about a unit; undefined: nothing. Open is proven by the measured voltages, never by the switch or the
 * unit's status alone: voltage at the output counts as closed, whatever the switch and the input say or if they say nothing.
 */
export function judgeSample({
  sw,
  inputV,
  outputV,
}: SwitchSample): Exclude<UnitEvent, "timeOut"> | undefined {
  const hasOutput = outputV !== null && Math.abs(outputV) > MAX_OPEN_OUTPUT_V;
  if (hasOutput || sw === 1) return "closed";
  if (sw !== 0 || inputV === null) return undefined;
  if (inputV < MIN_INPUT_V) return "dark";
  return outputV === null ? undefined : "open";
}
