import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { firstKeptMonth } from "../../../infra/retention.ts";
import { writeAudit } from "./audit.service.ts";
import type { Closing } from "./chain.repository.ts";
import { findLastClosing, tryLockChain } from "./chain.repository.ts";
import type { ChainSeal } from "./chain-seal.ts";
import { deleteClosed, findLastBefore, insertClosing } from "./retention.repository.ts";

const EVERY_MS = 3_600_000;
const BATCH_SIZE = 5_000;

const monthBefore = (first: Date): string => new Date(first.getTime() - 1).toISOString().slice(0, 7);

/**
 * Deletes whole months beyond the retention period. Each deletion is preceded by a closing: the signed hash of the last
 * deleted row, from which the chain continues, so that the remaining rows stay verifiable.
 */
export function createRetentionJob(deps: {
  db: Db;
  seal: ChainSeal;
  clock: Clock;
  logger: Logger;
  months: number;
}) {
  const { db, seal, clock, logger, months } = deps;
  let dueAt = Number.NEGATIVE_INFINITY;

  async function close(trx: Transaction, now: number): Promise<void> {
    if (!(await tryLockChain(trx))) return;
    const keepFrom = firstKeptMonth(now, months);
    const end = await findLastBefore(trx, keepFrom);
    const last = await findLastClosing(trx);
    if (!end || end.number <= (last?.number ?? 0)) return;
    const month = monthBefore(keepFrom);
    const signature = await seal.sign(`closing ${month}`, end);
    const closing: Closing = { ...end, month, closedAt: new Date(now), signature };
    await insertClosing(trx, closing);
    await writeAudit(trx, {
      kind: "system",
      type: "audit.month-closed",
      objectType: "audit",
      new: { month, lastNumber: end.number },
      method: "job",
    });
    logger.info({ month, lastNumber: end.number }, "old months of the audit are deleted");
  }

  return {
    /** Once an hour, closes and deletes months that became too old. Returns the number of deleted rows. */
    async runOnce(signal?: AbortSignal): Promise<number> {
      const now = clock.now();
      // Without a key nothing was sealed here, and no closing can be signed.
      if (now < dueAt || !(await seal.hasKey())) return 0;
      await db.transaction().execute((trx) => close(trx, now));
      const closing = await findLastClosing(db);
      let total = 0;
      for (let deleted = BATCH_SIZE; closing && deleted === BATCH_SIZE && !signal?.aborted; ) {
        deleted = await deleteClosed(db, closing.number, BATCH_SIZE);
        total += deleted;
      }
      dueAt = now + EVERY_MS;
      return total;
    },
  };
}
