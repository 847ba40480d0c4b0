import { isStorageUnavailable } from "../../../infra/storage-unavailable.ts";
import type { AppliedConditions } from "./apply-conditions.ts";
import type { DeviceCondition } from "./condition-rules.ts";

/** Conditions that one transaction applies at most: it locks their devices, and others wait for their turn. */
const MAX_BATCH = 500;

interface Waiting {
  readonly conditions: readonly DeviceCondition[];
  resolve(applied: AppliedConditions): void;
  reject(error: unknown): void;
}

/**
 * Applies the conditions of all waiting callers together, one transaction at a time: in a storm of alarms, batches grow
 * instead of transactions becoming more.
 */
export function createConditionQueue(apply: (all: readonly DeviceCondition[]) => Promise<AppliedConditions>) {
  const waiting: Waiting[] = [];
  let isRunning = false;

  function removeBatch(): Waiting[] {
    let size = 0;
    const end = waiting.findIndex(({ conditions }, index) => {
      size += conditions.length;
      return size > MAX_BATCH && index > 0;
    });
    return waiting.splice(0, end === -1 ? waiting.length : end);
  }

  async function applyBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const applied = await apply(batch.flatMap(({ conditions }) => conditions));
      for (const { resolve } of batch) resolve(applied);
    } catch (error) {
      if (batch.length === 1 || isStorageUnavailable(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // Conditions that cannot be applied must not affect those of others.
      for (const one of batch) await applyBatch([one]);
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) await applyBatch(removeBatch());
    // In the same step as the check above, so that no caller waits for a run that has ended.
    isRunning = false;
  }

  return {
    /** Resolves when the conditions are stored; the result may contain those of other callers. */
    add: (conditions: readonly DeviceCondition[]): Promise<AppliedConditions> =>
      new Promise((resolve, reject) => {
        waiting.push({ conditions, resolve, reject });
        if (!isRunning) void run();
      }),
  };
}
