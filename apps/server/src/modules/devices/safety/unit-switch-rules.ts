import type { DeviceType, SafetyState, UnitSwitchState } from "@heliograph/contract";
import { isHeldState } from "@heliograph/contract";
import type { Refusal } from "./safety-rules.ts";
import { isClockSafe } from "./safety-rules.ts";
import type { OperationKind, UnitEvidence } from "./safety-states.ts";
import { WANTED_STATE } from "./safety-states.ts";

/**
 * Types of devices that can be opened one at a time: units with a switch, the MCON with its relay, and the SCON, which stands for
 * the units behind it.
 */
export const SWITCHED_TYPES: readonly DeviceType[] = ["OPT", "RSD", "MCON", "SCON"];

/** A current operation of a device. */
export interface UnitHold {
  readonly deviceId: string;
  readonly type: DeviceType;
  readonly kind: OperationKind;
  readonly authorId: string | null;
  readonly deadlineAt: Date;
}

/** What decides whether a press for one unit is accepted. */
export interface UnitFacts {
  readonly deviceId: string;
  readonly type: DeviceType;
  readonly plantState: SafetyState;
  /** The holder of the plant, while it is held. */
  readonly plantHolderId: string | null | undefined;
  readonly isMarked: boolean;
  /** Operations of the device, of the MCON above it and of the units below it. */
  readonly operations: readonly UnitHold[];
  readonly isConnected: boolean;
  readonly isOffline: boolean;
  readonly clockOffsetMs: number | null;
  /** The gateway's birth names it; of an SCON, a unit behind it. */
  readonly isReported: boolean;
  /** Units with a switch behind it. */
  readonly unitsBehind: number;
  /** What a release has left open: the device, and the units behind it. */
  readonly leftOpen: number;
  readonly now: Date;
}

const isOpening = ({ kind }: UnitHold): boolean => kind === "shutdown";

/** The hold of the device itself. */
export const findOwnHold = ({ operations, deviceId }: UnitFacts): UnitHold | undefined =>
  operations.find((operation) => operation.deviceId === deviceId && isOpening(operation));

function refuseDevice({ type, isConnected, isReported }: UnitFacts): Refusal | undefined {
  if (!SWITCHED_TYPES.includes(type)) return { code: "A0720", messageKey: "message.noSwitch" };
  if (!isConnected || !isReported) return { code: "B0210" };
  return undefined;
}

/** Why opening is refused; undefined when it is accepted, or joins the caller's own. */
export function refuseOpen(facts: UnitFacts, accountId: string | undefined): Refusal | undefined {
  const { plantState, plantHolderId, isOffline } = facts;
  if (isHeldState(plantState))
    return plantHolderId === accountId
      ? { code: "A0440", messageKey: "message.plantShutDown" }
      : { code: "A0312" };
  const own = findOwnHold(facts);
  if (own) return own.authorId === accountId ? undefined : { code: "A0312" };
  const refusal = refuseDevice(facts);
  if (refusal?.code === "B0210" || (!refusal && isOffline))
    return { code: "B0210", messageKey: "message.shutdownOffline" };
  return refusal;
}

/** The hold of a string would open again what closes behind its SCON. */
const refuseOfString = ({ operations, deviceId }: UnitFacts): Refusal | undefined =>
  operations.some((each) => isOpening(each) && each.type === "SCON" && each.deviceId !== deviceId)
    ? { code: "A0440", messageKey: "message.closeStringInstead" }
    : undefined;

/**
 * Why a drill of the string behind the device is refused: it starts from normal operation, joins nothing, and is proven by the
 * units of the string.
 */
export function refuseDrill(facts: UnitFacts, accountId: string | undefined): Refusal | undefined {
  if (facts.type !== "MCON" && facts.type !== "SCON")
    return { code: "A0720", messageKey: "message.drillNoString" };
  if (facts.unitsBehind === 0) return { code: "A0720", messageKey: "message.drillNoUnits" };
  if (facts.plantState !== "normal") return { code: "A0440", messageKey: "message.drillNotNormal" };
  const running = facts.operations.filter((each) => isOpening(each) || each.deadlineAt > facts.now);
  if (running.some(({ authorId }) => authorId !== accountId)) return { code: "A0312" };
  if (running.length > 0 || facts.leftOpen > 0)
    return { code: "A0440", messageKey: "message.drillStringNotNormal" };
  return refuseOpen(facts, accountId);
}

/** Why closing is refused. */
export function refuseClose(facts: UnitFacts, accountId: string | undefined): Refusal | undefined {
  const { plantState, plantHolderId, isMarked, operations, deviceId, now } = facts;
  if (isHeldState(plantState))
    return plantHolderId === accountId
      ? { code: "A0440", messageKey: "message.resetPlantInstead" }
      : { code: "A0312" };
  if (operations.some((operation) => isOpening(operation) && operation.authorId !== accountId))
    return { code: "A0312" };
  if (isMarked) return { code: "A0312", messageKey: "message.keptShut" };
  const isRunning = operations.some(
    (operation) => operation.deviceId === deviceId && !isOpening(operation) && operation.deadlineAt > now,
  );
  if (isRunning || plantState === "resetting") return { code: "A0440", messageKey: "message.closeRuns" };
  const refusal = refuseOfString(facts) ?? refuseDevice(facts);
  if (refusal) return refusal;
  return isClockSafe({ isOnline: true, clockOffsetMs: facts.clockOffsetMs })
    ? undefined
    : { code: "A0440", messageKey: "message.resetClock" };
}

/** How many units prove an operation, of how many. */
export interface EvidenceCounts {
  readonly units: number;
  /** In the state that the operation wants. */
  readonly proven: number;
  readonly dark: number;
}

export const countEvidence = (kind: OperationKind, units: readonly UnitEvidence[]): EvidenceCounts => ({
  units: units.length,
  proven: units.filter(({ state }) => state === WANTED_STATE[kind]).length,
  dark: units.filter(({ isDark }) => isDark).length,
});

/** How far an operation of a unit is, by the evidence of the units that prove it. */
export function stateOfUnits(
  { kind, deadlineAt }: Pick<UnitHold, "kind" | "deadlineAt">,
  { units, proven, dark }: EvidenceCounts,
  now: Date,
): UnitSwitchState {
  const isCounting = deadlineAt > now;
  if (kind === "reset") {
    if (proven > 0 && proven === units) return "closed";
    if (isCounting) return "closing";
    return proven > 0 ? "partly-closed" : "close-timed-out";
  }
  if (proven > 0 && proven + dark === units) return "open";
  if (isCounting) return "opening";
  if (proven > 0) return "partly-open";
  return dark > 0 && dark === units ? "dark" : "open-timed-out";
}
