import type { SafetyEvidence, UnitSwitchState } from "@heliograph/contract";
import type { TFunction } from "i18next";
import type { StatusVariant } from "../ui/status/status-mark.tsx";
import { isEarlierEvidence } from "./evidence-age.ts";
import type { FormatAt, Headline } from "./safety-texts.ts";

const VARIANTS: Readonly<Record<UnitSwitchState, StatusVariant>> = {
  none: "inactive",
  opening: "waiting",
  open: "stopped",
  dark: "stopped",
  "partly-open": "alarm",
  "open-timed-out": "fault",
  closing: "waiting",
  closed: "good",
  "partly-closed": "alarm",
  "close-timed-out": "fault",
  released: "warning",
};

interface SwitchedUnit {
  readonly state: UnitSwitchState;
  readonly counts: { readonly proven: number; readonly units: number };
  readonly evidence: SafetyEvidence;
}

/** Whether a device is measured open, and not recently. */
export const isMeasuredEarlier = (
  unit: SwitchedUnit,
): unit is SwitchedUnit & { readonly state: "open" | "partly-open" } =>
  (unit.state === "open" || unit.state === "partly-open") && isEarlierEvidence(unit.evidence);

/** The state of a device that is switched separately; as that of a plant, since when it is not proven again. */
export function unitHeadline(unit: SwitchedUnit, t: TFunction, formatAt: FormatAt): Headline {
  const { evidence } = unit;
  const { proven, units } = unit.counts;
  const variant = VARIANTS[unit.state];
  if (!isMeasuredEarlier(unit))
    return { variant, text: t(`safety.unit.state.${unit.state}`, { proven, units }) };
  const text = t(`safety.unit.earlier.${unit.state}`, { proven, units, at: formatAt(evidence.oldestAt) });
  if (evidence.age === "dark") return { variant, text: t("safety.evidenceAge.darkSince", { state: text }) };
  return { variant: "alarm", text };
}
