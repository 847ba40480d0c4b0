import type { ErrorCode, MessageKey, SafetyState } from "@heliograph/contract";
import { isHeldState, MAX_CLOCK_OFFSET_MS } from "@heliograph/contract";

/** What decides whether a press is accepted. */
export interface PlantFacts {
  readonly state: SafetyState;
  /** The holder, while the plant is held. */
  readonly holderId: string | undefined;
  /** Accounts with a "keep shut" mark. */
  readonly markedBy: readonly string[];
  readonly gateways: readonly GatewayFacts[];
  /** Number of units with a switch. */
  readonly unitCount: number;
  /** Who has opened single units of it; null for accounts that are gone. */
  readonly unitHolders: readonly (string | null)[];
  /** Number of units that a release has left open. */
  readonly leftOpen: number;
}

export interface GatewayFacts {
  readonly isOnline: boolean;
  /** Null while it is not known. */
  readonly clockOffsetMs: number | null;
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly messageKey?: MessageKey;
}

export const isClockSafe = ({ clockOffsetMs }: GatewayFacts): boolean =>
  clockOffsetMs !== null && Math.abs(clockOffsetMs) <= MAX_CLOCK_OFFSET_MS;

const isHeldByOther = ({ state, holderId }: PlantFacts, accountId: string | undefined): boolean =>
  isHeldState(state) && holderId !== accountId;

/** Whether a press joins the shutdown that is already the plant's desired state. */
export const joinsShutdown = (facts: PlantFacts, accountId: string | undefined): boolean =>
  isHeldState(facts.state) && !isHeldByOther(facts, accountId);

/** Why a shutdown is refused; undefined when it is accepted, or joins the one of the caller. */
export function refuseStop(facts: PlantFacts, accountId: string | undefined): Refusal | undefined {
  if (isHeldByOther(facts, accountId)) return { code: "A0312" };
  if (joinsShutdown(facts, accountId)) return undefined;
  if (facts.unitCount === 0) return { code: "A0440", messageKey: "message.noSwitches" };
  if (!facts.gateways.some(({ isOnline }) => isOnline))
    return { code: "B0210", messageKey: "message.shutdownOffline" };
  return undefined;
}

/** Why a drill of the plant is refused: it starts from normal operation, and joins nothing. */
export function refuseDrill(facts: PlantFacts, accountId: string | undefined): Refusal | undefined {
  if (facts.state !== "normal") return { code: "A0440", messageKey: "message.drillNotNormal" };
  if (facts.unitHolders.some((holderId) => holderId !== accountId)) return { code: "A0312" };
  if (facts.unitHolders.length > 0 || facts.leftOpen > 0)
    return { code: "A0440", messageKey: "message.drillUnitsNotNormal" };
  return refuseStop(facts, accountId);
}

/** Why a reset is refused. */
export function refuseReset(facts: PlantFacts, accountId: string | undefined): Refusal | undefined {
  if (isHeldByOther(facts, accountId)) return { code: "A0312" };
  if (facts.state === "normal") return { code: "A0440", messageKey: "message.notShutDown" };
  if (facts.state === "resetting") return { code: "A0440", messageKey: "message.resetRuns" };
  // Someone may work on a unit that they have opened: a reset would close it.
  if (facts.unitHolders.some((holderId) => holderId !== accountId)) return { code: "A0312" };
  if (facts.markedBy.length > 0) return { code: "A0312", messageKey: "message.keptShut" };
  const online = facts.gateways.filter(({ isOnline }) => isOnline);
  if (online.length === 0) return { code: "B0210", messageKey: "message.resetOffline" };
  if (!online.some(isClockSafe)) return { code: "A0440", messageKey: "message.resetClock" };
  return undefined;
}

/** Why no single unit of the plant can be opened or closed now; each unit has reasons of its own beside these. */
export function refuseUnits(
  facts: PlantFacts,
  accountId: string | undefined,
  act: "open" | "close",
): Refusal | undefined {
  if (isHeldByOther(facts, accountId)) return { code: "A0312" };
  if (isHeldState(facts.state))
    return {
      code: "A0440",
      messageKey: act === "open" ? "message.plantShutDown" : "message.resetPlantInstead",
    };
  if (facts.unitCount === 0) return { code: "A0440", messageKey: "message.noSwitches" };
  const online = facts.gateways.filter(({ isOnline }) => isOnline);
  if (act === "open")
    return online.length === 0 ? { code: "B0210", messageKey: "message.shutdownOffline" } : undefined;
  if (facts.markedBy.length > 0) return { code: "A0312", messageKey: "message.keptShut" };
  if (online.length === 0) return { code: "B0210", messageKey: "message.resetOffline" };
  return online.some(isClockSafe) ? undefined : { code: "A0440", messageKey: "message.resetClock" };
}
