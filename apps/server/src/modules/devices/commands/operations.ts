import type { CommandOp } from "@heliograph/protocol";

interface Operation {
  /** Must not happen a second time, not even at a gateway that has forgotten which commands it has carried out. */
  readonly isOnce: boolean;
  /** Useful only immediately: refused while the gateway is offline. */
  readonly needsOnline: boolean;
  /** How long the final reply may take after the deadline, or after the first delivery without one. */
  readonly resultWithinMs: number;
}

const MINUTE_MS = 60_000;
const REPEATABLE = {
  isOnce: false,
  needsOnline: false,
  resultWithinMs: 24 * 60 * MINUTE_MS,
};
const IMMEDIATE = { ...REPEATABLE, needsOnline: true };
const ONCE = { ...REPEATABLE, isOnce: true, resultWithinMs: 10 * MINUTE_MS };
/** Writing to a unit takes seconds; a user waits for it. */
const PARAMETERS = { isOnce: true, needsOnline: true, resultWithinMs: MINUTE_MS };

export const OPERATIONS: Readonly<Record<CommandOp, Operation>> = {
  open: REPEATABLE,
  close: ONCE,
  "switch.get": REPEATABLE,
  ignite: ONCE,
  "param.get": { ...PARAMETERS, isOnce: false },
  "param.set": PARAMETERS,
  "param.copy": PARAMETERS,
  relay: PARAMETERS,
  // A firmware job has an id of its own, under which a gateway goes on.
  "ota.start": REPEATABLE,
  "ota.cancel": REPEATABLE,
  fast: IMMEDIATE,
  scan: IMMEDIATE,
  restart: { ...ONCE, needsOnline: true },
  "correction.read": REPEATABLE,
};

const listOps = (matches: (operation: Operation) => boolean): CommandOp[] =>
  (Object.keys(OPERATIONS) as CommandOp[]).filter((op) => matches(OPERATIONS[op]));

/** Refused while the plant is shut down: they could close a unit, or keep its gateway from opening it. */
export const REFUSED_WHILE_HELD: ReadonlySet<CommandOp> = new Set<CommandOp>([
  "param.set",
  "param.copy",
  "restart",
  "ota.start",
]);

export const ONCE_OPS: readonly CommandOp[] = listOps(({ isOnce }) => isOnce);
