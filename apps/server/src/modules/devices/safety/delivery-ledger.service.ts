import type { Logger } from "../../../infra/logger.ts";
import { nameUnits } from "./delivered-units.repository.ts";
import type { LedgerEntry } from "./ledger.repository.ts";
import { appendLedger } from "./ledger.repository.ts";
import { publishSafety } from "./operations.ts";
import { lockSafety } from "./safety.repository.ts";
import type { SafetyDeps } from "./safety-change.ts";

/** Entries of this time are written together. */
const WRITE_AFTER_MS = 20;
const RETRY_AFTER_MS = 1_000;

/**
 * Appends what was sent and replied to the ledgers of plants, those of many gateways together and beside the deliveries: no
 * command waits for the ledger, and the commands' own rows have the same facts.
 */
export function createDeliveryLedger({
  db,
  bus,
  clock,
  logger,
}: Omit<SafetyDeps, "commands"> & { logger: Logger }) {
  const waiting = new Map<string, LedgerEntry[]>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function write(plantId: string, entries: readonly LedgerEntry[]): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const at = new Date(clock.now());
      const safety = await lockSafety(trx, plantId, at);
      if (safety) await appendLedger(trx, safety, await nameUnits(trx, entries), at);
    });
    publishSafety(bus, plantId);
  }

  async function writeAll(): Promise<void> {
    for (const [plantId, entries] of [...waiting]) {
      waiting.delete(plantId);
      try {
        await write(plantId, entries);
      } catch (error) {
        logger.warn({ err: error, plantId }, "deliveries of a shutdown could not be recorded in its ledger");
        waiting.set(plantId, [...entries, ...(waiting.get(plantId) ?? [])]);
        if (!isStopped) scheduleWriting(RETRY_AFTER_MS);
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeAll);
    return writing;
  }

  function scheduleWriting(afterMs: number): void {
    timer ??= setTimeout(() => void flush(), afterMs);
  }

  return {
    add(plantId: string, entry: LedgerEntry): void {
      const entries = waiting.get(plantId);
      if (entries) entries.push(entry);
      else waiting.set(plantId, [entry]);
      scheduleWriting(WRITE_AFTER_MS);
    },
    /** Writes what waits, before what it has led to is written. */
    flush,
    async stop(): Promise<void> {
      isStopped = true;
      await flush();
    },
  };
}
