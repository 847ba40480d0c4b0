import { z } from "zod";

/** States of a plant's rapid shutdown; docs/safety.md has their meaning and what leads from one to the next. */
export const safetyState = z.enum([
  "normal",
  "shutting-down",
  "shut-down",
  "partly-shut-down",
  "shutdown-timed-out",
  "released",
  "resetting",
  "partly-reset",
  "reset-timed-out",
]);
export type SafetyState = z.output<typeof safetyState>;

/** States in which a shutdown is the plant's desired state: `open` is sent until each unit is proven. */
export const HELD_STATES = [
  "shutting-down",
  "shut-down",
  "partly-shut-down",
  "shutdown-timed-out",
] as const satisfies SafetyState[];

export const isHeldState = (state: SafetyState): boolean =>
  (HELD_STATES as readonly string[]).includes(state);

/** States of a unit's switch in an operation, by its own live reports. */
export const safetyUnitState = z.enum(["open", "closed", "unknown", "timeout"]);
export type SafetyUnitState = z.output<typeof safetyUnitState>;

/** The highest voltage of a string that counts as shut down outside the array, V (NEC 690.12). */
export const MAX_STRING_OUTSIDE_V = 30;
/** The same within the array, V. */
export const MAX_STRING_INSIDE_V = 80;
/** Whether a string keeps the limit outside the array, only the one inside it, or none. */
export const stringVoltageLevel = z.enum(["outside", "inside", "above"]);
export type StringVoltageLevel = z.output<typeof stringVoltageLevel>;

/** Time from a press until the page says what was not proven, in seconds. */
export const SHUTDOWN_COUNTDOWN_S = 30;
/** A gateway whose clock differs by more would accept a reset after its deadline, ms. */
export const MAX_CLOCK_OFFSET_MS = 2_000;
/** A reset has no effect later than this after its press, in seconds. */
export const RESET_DEADLINE_S = 60;
