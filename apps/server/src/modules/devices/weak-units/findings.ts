import type { OwnFaultName } from "@heliograph/contract/fault-codes";
import { getFault } from "@heliograph/contract/fault-codes";
import type { Finding } from "@heliograph/solar";
import type { DeviceCondition } from "../alarms/alarms.service.ts";
import type { JudgedUnit } from "./judge-plant.ts";

const FAULTS: Readonly<Record<Finding, OwnFaultName>> = {
  dead: "unitDead",
  half: "halfPower",
  declining: "degrading",
};

const DAYS_PER_MONTH = 365.25 / 12;
const WH_PER_KWH = 1_000;
/** The loss of a unit is the mean of its judged days in this time. */
const LOSS_DAYS = 30;

interface ConditionInput {
  readonly plantId: string;
  readonly deviceId: string;
  readonly kind: string;
  readonly finding: Finding;
  readonly at: number;
}

/** The condition of a finding that is present on a day (`raised`) or over (`gone`). */
export function toCondition(state: "raised" | "gone", input: ConditionInput): DeviceCondition {
  const { plantId, deviceId, kind, finding, at } = input;
  const name = FAULTS[finding];
  const { code, severity } = getFault(name);
  return {
    plantId,
    deviceId,
    kind: state,
    faultCode: code,
    severity,
    source: kind,
    description: name,
    at: new Date(at),
    // Every judged day is an occurrence.
    intervalMs: 0,
  };
}

/** Conditions of a day: present findings are raised again, so that a cleared alarm that is still true opens anew. */
export function listConditions(
  plantId: string,
  judged: readonly JudgedUnit[],
  at: number,
): DeviceCondition[] {
  return judged.flatMap(({ unit: { deviceId, kind, finding: before }, finding }) => {
    const of = (known: Finding): ConditionInput => ({ plantId, deviceId, kind, finding: known, at });
    return [
      ...(before !== null && before !== finding ? [toCondition("gone", of(before))] : []),
      ...(finding === undefined ? [] : [toCondition("raised", of(finding))]),
    ];
  });
}

/** Money that a unit loses in a month at a price of a kWh, with two decimals. */
export function lostPerMonth({ days, lostWh }: JudgedUnit, price: number): string {
  const last = days.at(-1) ?? 0;
  const recent = lostWh.filter((_, index) => (days[index] as number) > last - LOSS_DAYS);
  const meanWh = recent.reduce((sum, wh) => sum + wh, 0) / Math.max(1, recent.length);
  return ((meanWh / WH_PER_KWH) * DAYS_PER_MONTH * price).toFixed(2);
}
