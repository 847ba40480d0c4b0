import type { endpoints } from "virtual:endpoints";
import type { DataOf, SafetyEvidence, SafetyState, SafetyUnit, SwitchedPlant } from "@heliograph/contract";
import { isHeldState, MAX_CLOCK_OFFSET_MS } from "@heliograph/contract/safety-states";
import type { TFunction } from "i18next";
import type { StatusVariant } from "../ui/status/status-mark.tsx";
import { isProvenEarlier } from "./evidence-age.ts";

export type Safety = DataOf<typeof endpoints.safety.get>;

export interface Headline {
  readonly variant: StatusVariant;
  readonly text: string;
}
/** Writes the time of a proof, in the plant's time. */
export type FormatAt = (iso: string | null) => string;

const SAFETY_VARIANTS: Readonly<Record<SafetyState, StatusVariant>> = {
  normal: "good",
  "shutting-down": "waiting",
  "shut-down": "stopped",
  "partly-shut-down": "alarm",
  "shutdown-timed-out": "fault",
  released: "inactive",
  resetting: "waiting",
  "partly-reset": "alarm",
  "reset-timed-out": "fault",
};

/** The state of a plant with how much of it is proven; of one in normal operation, what of it was switched separately. */
export function headlineOf(safety: Safety, t: TFunction, formatAt: FormatAt): Headline {
  const { state, unitOperations } = safety;
  if (isPressWaiting(safety)) return { variant: "waiting", text: t("safety.pressed") };
  if (state !== "normal" || unitOperations.length === 0) return stateHeadline(safety, t, formatAt);
  const opened = unitOperations.filter(({ kind }) => kind === "open");
  const drills = opened.filter(({ isDrill }) => isDrill).length;
  const closing = unitOperations.length - opened.length;
  return switchedHeadline({ opened: opened.length, drills, closing }, t);
}

/** What was switched separately in a plant in normal operation. */
export function switchedHeadline(
  { opened, drills, closing }: Pick<SwitchedPlant, "opened" | "drills" | "closing">,
  t: TFunction,
): Headline {
  if (opened === 0) return { variant: "warning", text: t("safety.alone.closing", { count: closing }) };
  const key = drills === opened ? "safety.alone.drills" : "safety.alone.opened";
  return { variant: "warning", text: t(key, { count: opened }) };
}

/** The state of a plant with how much of it is proven, and since when not again; only darkness is no alarm then. */
export function stateHeadline(
  {
    state,
    counts: { proven, units },
    evidence,
  }: { state: SafetyState; counts: { proven: number; units: number }; evidence: SafetyEvidence },
  t: TFunction,
  formatAt: FormatAt,
): Headline {
  const variant = SAFETY_VARIANTS[state];
  if (!isProvenEarlier(state, evidence))
    return { variant, text: t(`safety.state.${state}`, { proven, units }) };
  const text = t(`safety.evidenceAge.state.${state}`, { proven, units, at: formatAt(evidence.oldestAt) });
  if (evidence.age === "dark") return { variant, text: t("safety.evidenceAge.darkSince", { state: text }) };
  return { variant: state === "shut-down" ? "alarm" : variant, text };
}

/** Whether a shutdown of a plant that is not held yet waits in the journal. */
export const isPressWaiting = ({ state, storage }: Safety): boolean =>
  storage.pressedAt !== null && !isHeldState(state);

export const isCounting = ({ state }: Safety): boolean => state === "shutting-down" || state === "resetting";

/** Whether a unit is in the state that the operation wants. */
export const isProven = (unit: SafetyUnit, { operation }: Safety): boolean =>
  operation !== null && unit.state === (operation.kind === "shutdown" ? "open" : "closed");

/** Place and serial number of a unit. */
export const nameOfUnit = ({ slotLabel, sn }: SafetyUnit): string =>
  slotLabel === "" ? sn : `${slotLabel} · ${sn}`;

/** What is known of a unit that is not proven; of one that joined during the shutdown also that it is not installed yet. */
export function evidenceText(unit: SafetyUnit, safety: Safety, t: TFunction): string {
  const evidence = commandText(unit, safety, t);
  return unit.joinedAt === null || isProven(unit, safety)
    ? evidence
    : t("safety.evidence.joined", { evidence });
}

/** The furthest that the command of a unit came, or what contradicts it. */
function commandText(unit: SafetyUnit, safety: Safety, t: TFunction): string {
  const { operation } = safety;
  const { outputV, isDark, isConnected, code, acknowledgedAt, sentAt } = unit;
  const isShutdown = operation?.kind !== "reset";
  if (isShutdown && unit.state === "closed" && outputV !== null)
    return t("safety.evidence.live", { volts: Math.round(outputV) });
  if (unit.state === "closed") return t("safety.evidence.closed");
  if (unit.state === "open") return t("safety.evidence.open");
  if (isDark) return t("safety.evidence.dark");
  if (!isConnected) return t(isShutdown ? "safety.evidence.offline" : "safety.evidence.resetOffline");
  if (code === "E_TIMEOUT") return t("safety.evidence.timeout");
  if (code !== null) return t("safety.evidence.failed", { code });
  if (acknowledgedAt !== null) return t("safety.evidence.acknowledged");
  if (sentAt !== null)
    return t(unit.state === "timeout" ? "safety.evidence.noReply" : "safety.evidence.sent");
  return t(isShutdown ? "safety.evidence.waiting" : unsentResetText(unit, safety));
}

/** A reset leaves when it is pressed or never, and for no gateway whose clock would accept it too late. */
function unsentResetText({ gatewaySn }: SafetyUnit, { state, gateways }: Safety) {
  const offsetMs = gateways.find(({ sn }) => sn === gatewaySn)?.clockOffsetMs ?? null;
  if (offsetMs === null || Math.abs(offsetMs) > MAX_CLOCK_OFFSET_MS) return "safety.evidence.resetClock";
  return state === "resetting" ? "safety.evidence.waiting" : "safety.evidence.resetNotSent";
}

/** Whether the plant is in normal operation and has no unit that a shutdown could open; a relay may be open without one. */
export const hasNoSwitches = ({ state, counts, unitOperations }: Safety): boolean =>
  state === "normal" && counts.units === 0 && unitOperations.length === 0;

/** Whether nothing of the plant is shut down or being switched, and nothing was marked to be kept shut. */
export const isQuiet = ({ state, unitOperations, marks }: Safety): boolean =>
  state === "normal" && unitOperations.length === 0 && marks.length === 0;
