import type { Db } from "../../../../infra/postgres/database.ts";
import type { RejectedReport } from "./rejected-reports.repository.ts";
import { deleteOldBodies, insertRejected } from "./rejected-reports.repository.ts";

const TRIM_EVERY = 100;
const BATCH_MS = 20;

/** Keeps rejected reports with their reason: the last 1,000 bodies of a gateway, the rest counted. */
export function createRejectedReports({ db }: { db: Db }) {
  let batch: { entries: RejectedReport[]; written: Promise<void> } | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const untrimmed = new Map<string, number>();

  async function writeAndTrim(entries: readonly RejectedReport[]): Promise<void> {
    await db.transaction().execute((trx) => insertRejected(trx, entries));
    for (const { gatewayId } of entries) {
      const count = (untrimmed.get(gatewayId) ?? TRIM_EVERY - 1) + 1;
      untrimmed.set(gatewayId, count % TRIM_EVERY);
      if (count >= TRIM_EVERY) await deleteOldBodies(db, gatewayId);
    }
  }

  return {
    /** Resolves when it is written; many at a time share one statement. */
    add(entry: RejectedReport): Promise<void> {
      if (!batch) {
        const entries: RejectedReport[] = [];
        const collected = new Promise((resolve) => setTimeout(resolve, BATCH_MS));
        // One batch at a time, in order of arrival, so that the last 1,000 are the newest.
        const written = Promise.all([collected, writing]).then(() => {
          batch = undefined;
          const done = writeAndTrim(entries);
          writing = done.catch(() => undefined);
          return done;
        });
        batch = { entries, written };
      }
      batch.entries.push(entry);
      return batch.written;
    },
  };
}

export type RejectedReports = ReturnType<typeof createRejectedReports>;
