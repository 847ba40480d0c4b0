import type { DeviceModel } from "@heliograph/protocol";
import { findModel } from "@heliograph/protocol";
import type { UnitEvent } from "./safety-states.ts";

/** Values of one live sample of a unit with a switch; null: not reported. */
export interface SwitchSample {
  /** 0: open, 1: closed. */
  readonly sw: number | null;
  readonly inputV: number | null;
  readonly outputV: number | null;
}

/** With less at the input there is nothing to measure at the output. */
export const MIN_INPUT_V = 5;

/**
 * What a sample says about a unit; undefined: nothing. Open is proven by the measured voltages, never by the switch or the
 * unit's status alone: voltage at the output counts as closed, whatever the switch and the input say or if they say nothing.
 */
export function judgeSample(
  { sw, inputV, outputV }: SwitchSample,
  maxOpenOutputV: number,
): Exclude<UnitEvent, "timeOut"> | undefined {
  if (sw === 1) return "closed";
  // Of either sign: a connection may be reversed.
  if (outputV !== null && Math.abs(outputV) > maxOpenOutputV) return "closed";
  if (sw !== 0 || inputV === null) return undefined;
  if (inputV < MIN_INPUT_V) return "dark";
  return outputV === null ? undefined : "open";
}

/** What an open switch of a unit lets through at most, by its device model. */
export const createOutputLimits =
  (models: readonly DeviceModel[]) =>
  (unit: { readonly type: string; readonly model: string }): number =>
    findModel(models, unit).maxOpenOutputV;
