import type { SafetyState, SafetyUnitState } from "@heliograph/contract";

/** What happens to a plant. `docs/safety.md` explains each; a test compares its tables with these. */
export type SafetyEvent = "stop" | "reset" | "release" | "proveAll" | "proveSome" | "proveNone";

/** The state that an event leads to, by the state before. An event that is missing for a state changes nothing. */
export const SAFETY_TRANSITIONS: Readonly<
  Record<SafetyEvent, Readonly<Partial<Record<SafetyState, SafetyState>>>>
> = {
  stop: {
    normal: "shutting-down",
    released: "shutting-down",
    resetting: "shutting-down",
    "partly-reset": "shutting-down",
    "reset-timed-out": "shutting-down",
  },
  reset: {
    "shutting-down": "resetting",
    "shut-down": "resetting",
    "partly-shut-down": "resetting",
    "shutdown-timed-out": "resetting",
    released: "resetting",
    "partly-reset": "resetting",
    "reset-timed-out": "resetting",
  },
  release: {
    "shutting-down": "released",
    "shut-down": "released",
    "partly-shut-down": "released",
    "shutdown-timed-out": "released",
  },
  proveAll: {
    "shutting-down": "shut-down",
    "partly-shut-down": "shut-down",
    "shutdown-timed-out": "shut-down",
    resetting: "normal",
    "partly-reset": "normal",
    "reset-timed-out": "normal",
  },
  proveSome: {
    "shutting-down": "partly-shut-down",
    "shut-down": "partly-shut-down",
    "shutdown-timed-out": "partly-shut-down",
    resetting: "partly-reset",
    "reset-timed-out": "partly-reset",
  },
  proveNone: {
    "shutting-down": "shutdown-timed-out",
    "shut-down": "shutdown-timed-out",
    "partly-shut-down": "shutdown-timed-out",
    resetting: "reset-timed-out",
    "partly-reset": "reset-timed-out",
  },
};

/** What a live report since the press says about a unit, or that the countdown is over. */
export type UnitEvent = "open" | "dark" | "closed" | "timeOut";

export const UNIT_TRANSITIONS: Readonly<
  Record<UnitEvent, Readonly<Partial<Record<SafetyUnitState, SafetyUnitState>>>>
> = {
  open: { unknown: "open", open: "open", closed: "open", timeout: "open" },
  dark: { unknown: "unknown", open: "open", closed: "unknown", timeout: "unknown" },
  closed: { unknown: "closed", open: "closed", closed: "closed", timeout: "closed" },
  timeOut: { unknown: "timeout" },
};

export type OperationKind = "shutdown" | "reset";

/** What is known of a unit in an operation. */
export interface UnitEvidence {
  readonly state: SafetyUnitState;
  readonly isDark: boolean;
}

/** The state that a unit is in when its operation has taken effect. */
export const WANTED_STATE = { shutdown: "open", reset: "closed" } as const satisfies Record<
  OperationKind,
  SafetyUnitState
>;

/** A unit after an event. A dark unit waits for light, not for the countdown. */
export function applyToUnit(unit: UnitEvidence, event: UnitEvent): UnitEvidence {
  if (event === "timeOut" && unit.isDark) return unit;
  const state = UNIT_TRANSITIONS[event][unit.state] ?? unit.state;
  return { state, isDark: state === "unknown" && (event === "dark" || unit.isDark) };
}

/**
 * What the evidence of all units says about their plant; undefined while the countdown runs and units are missing. A plant is
 * shut down when every unit is proven open, or dark beside at least one that is proven: darkness alone proves nothing.
 */
export function findPlantEvent(
  kind: OperationKind,
  units: readonly UnitEvidence[],
  isCounting: boolean,
): SafetyEvent | undefined {
  const proven = units.filter(({ state }) => state === WANTED_STATE[kind]).length;
  const dark = kind === "shutdown" ? units.filter(({ isDark }) => isDark).length : 0;
  if (proven > 0 && proven + dark === units.length) return "proveAll";
  if (isCounting) return undefined;
  return proven + dark > 0 ? "proveSome" : "proveNone";
}

/** The countdown runs in these states: missing evidence is not a result yet. */
const COUNTING: readonly SafetyState[] = ["shutting-down", "resetting"];
export const isCounting = (state: SafetyState): boolean => COUNTING.includes(state);

/** The state after an event; the same one when the table has no line for it. */
export const stateAfter = (state: SafetyState, event: SafetyEvent): SafetyState =>
  SAFETY_TRANSITIONS[event][state] ?? state;
