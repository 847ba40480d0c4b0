import type { Transaction } from "../../../infra/postgres/database.ts";
import { endLeftUnits, insertJoinedGateways, insertJoinedUnits } from "./joined-units.repository.ts";
import type { LedgerEntry } from "./ledger.repository.ts";
import { appendLedger } from "./ledger.repository.ts";
import { judgePlant } from "./operations.ts";
import type { LockedSafety, OperationRow } from "./safety.repository.ts";
import { listEvidence, scheduleDelivery } from "./units.repository.ts";

/**
 * Makes what joined a plant since its shutdown a part of it: the units receive `open` immediately, and the plant is not shut
 * down until they are proven. Units that were replaced leave it. Returns whether anything changed.
 */
export async function joinUnits(
  trx: Transaction,
  safety: LockedSafety,
  { operation, at }: { operation: OperationRow; at: Date },
): Promise<boolean> {
  if (operation.kind !== "shutdown" || operation.deviceId !== null) return false;
  const { id: operationId, plantId } = operation;
  const gatewayIds = await insertJoinedGateways(trx, { operationId, plantId });
  const joined = await insertJoinedUnits(trx, { operationId, plantId, at });
  const left = await endLeftUnits(trx, { operationId, plantId, at });
  const above = joined.flatMap((unit) => unit.gatewayId ?? []);
  for (const gatewayId of new Set([...gatewayIds, ...above]))
    await scheduleDelivery(trx, { operationId, gatewayId, at });
  const entries = Object.entries({ joined, left }).flatMap(([kind, units]): LedgerEntry[] => {
    const detail = { units: units.map(({ sn }) => ({ sn })) };
    return units.length > 0 ? [{ operationId, kind: kind as "joined" | "left", detail }] : [];
  });
  if (entries.length > 0) {
    await appendLedger(trx, safety, entries, at);
    await judgePlant(trx, safety, { operation, units: await listEvidence(trx, operationId), now: at });
  }
  return entries.length > 0 || gatewayIds.length > 0;
}
