import type { Transaction } from "../../../infra/postgres/database.ts";
import { endLeftUnits, insertJoinedGateways, insertJoinedUnits } from "./joined-units.repository.ts";
import type { LedgerEntry } from "./ledger.repository.ts";
import { appendLedger } from "./ledger.repository.ts";
import { judgePlant } from "./operations.ts";
import type { LockedSafety, OperationRow } from "./safety.repository.ts";
import { listEvidence, scheduleDelivery } from "./units.repository.ts";

/**
 * Makes what joined a plant since its shutdown a part of it: the units receive `open` immediately, and the plant is not shut
 * down until they are proven. Units that were replaced leave it. With a gateway only what is behind it is looked at: the whole
 * plant is too much for each of its gateways. Returns whether anything changed.
 */
export async function joinUnits(
  trx: Transaction,
  safety: LockedSafety,
  { operation, gatewayId, at }: { operation: OperationRow; gatewayId?: string; at: Date },
): Promise<boolean> {
  if (operation.kind !== "shutdown" || operation.deviceId !== null) return false;
  const { id: operationId, plantId } = operation;
  const place = { operationId, plantId, gatewayId, at };
  const gatewayIds = gatewayId === undefined ? await insertJoinedGateways(trx, place) : [];
  const joined = await insertJoinedUnits(trx, place);
  const left = await endLeftUnits(trx, place);
  const above = joined.flatMap((unit) => unit.gatewayId ?? []);
  for (const each of new Set([...gatewayIds, ...above]))
    await scheduleDelivery(trx, { operationId, gatewayId: each, at });
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
