import type { LiveMessage, SafetyState } from "@heliograph/contract";
import type { Bus } from "../../../infra/bus.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { LedgerEntry } from "./ledger.repository.ts";
import { appendLedger } from "./ledger.repository.ts";
import type { LockedSafety, OperationRow } from "./safety.repository.ts";
import { setSafety } from "./safety.repository.ts";
import type { SafetyEvent, UnitEvidence } from "./safety-states.ts";
import { findPlantEvent, isCounting, stateAfter, WANTED_STATE } from "./safety-states.ts";

/** Notifies the pages of a plant that its shutdown changed. */
export function publishSafety(bus: Bus, plantId: string): void {
  bus.publish(`plant.${plantId}.safety`, { type: "safety", stationId: plantId } satisfies LiveMessage);
}

/** Applies an event to a locked plant, with a row in its ledger; returns the state after it. */
export async function applyEvent(
  trx: Transaction,
  safety: LockedSafety,
  { event, operationId, now }: { event: SafetyEvent; operationId: string | null; now: Date },
): Promise<SafetyState> {
  const state = stateAfter(safety.state, event);
  if (state === safety.state && operationId === safety.operationId) return state;
  await setSafety(trx, { plantId: safety.plantId, state, operationId, now });
  return state;
}

/** Judges the evidence of all units of the plant's operation, and changes the plant's state where it says so. */
export async function judgePlant(
  trx: Transaction,
  safety: LockedSafety,
  { operation, units, now }: { operation: OperationRow; units: readonly UnitEvidence[]; now: Date },
): Promise<SafetyState> {
  const isRunning = isCounting(safety.state) && operation.deadlineAt > now;
  const event = findPlantEvent(operation.kind, units, isRunning);
  if (event === undefined) return safety.state;
  const state = await applyEvent(trx, safety, { event, operationId: safety.operationId, now });
  if (state === safety.state) return state;
  const entry: LedgerEntry = {
    operationId: operation.id,
    kind: "state",
    detail: {
      from: safety.state,
      to: state,
      proven: units.filter((unit) => unit.state === WANTED_STATE[operation.kind]).length,
      dark: units.filter(({ isDark }) => isDark).length,
      units: units.length,
    },
  };
  await appendLedger(trx, safety, [entry], now);
  return state;
}
