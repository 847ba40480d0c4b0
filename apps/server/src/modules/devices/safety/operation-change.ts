import type { Transaction } from "../../../infra/postgres/database.ts";
import { publishSafety } from "./operations.ts";
import type { LockedSafety, OperationRow } from "./safety.repository.ts";
import { findOperation, lockSafety } from "./safety.repository.ts";
import type { SafetyDeps } from "./safety-change.ts";

export type OperationChange = ReturnType<typeof createOperationChange>;

/** Runs changes of an operation that has not ended, under the plant's lock; `apply` returns whether anything changed. */
export function createOperationChange({ db, bus, clock }: Omit<SafetyDeps, "commands">) {
  return async (
    { plantId, operationId }: { plantId: string; operationId: string },
    apply: (trx: Transaction, safety: LockedSafety, operation: OperationRow, at: Date) => Promise<boolean>,
  ): Promise<void> => {
    const isChanged = await db.transaction().execute(async (trx) => {
      const at = new Date(clock.now());
      const safety = await lockSafety(trx, plantId, at);
      const operation = await findOperation(trx, operationId);
      if (!safety || !operation || operation.endedAt !== null) return false;
      if (operation.deviceId === null && safety.operationId !== operationId) return false;
      return await apply(trx, safety, operation, at);
    });
    if (isChanged) publishSafety(bus, plantId);
  };
}
