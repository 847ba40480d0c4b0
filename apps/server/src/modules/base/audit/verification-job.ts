import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { writeAudit } from "./audit.service.ts";
import type { ChainReport } from "./chain-check.ts";
import { checkChain } from "./chain-check.ts";
import type { ChainSeal } from "./chain-seal.ts";
import {
  endVerification,
  findLastRequested,
  releaseVerification,
  requestVerification,
  startVerification,
} from "./verifications.repository.ts";

const DAY_MS = 86_400_000;
// Longer than any verification takes; another process then takes over from one that crashed.
const LEASE_MS = 3_600_000;

/** Verifies the whole chain once a day and on request. */
export function createVerificationJob(deps: { db: Db; seal: ChainSeal; clock: Clock; logger: Logger }) {
  const { db, seal, clock, logger } = deps;

  async function requestDaily(): Promise<void> {
    const lastRequested = await findLastRequested(db);
    const now = clock.now();
    if (lastRequested && now - lastRequested.getTime() < DAY_MS) return;
    await db
      .transaction()
      .execute((trx) => requestVerification(trx, { requestedBy: undefined, at: new Date(now) }));
  }

  async function verify(signal: AbortSignal | undefined): Promise<ChainReport | undefined> {
    try {
      return await checkChain({ db, seal, signal });
    } catch (error) {
      if (signal?.aborted) throw error;
      logger.error({ err: error }, "the audit chain could not be verified");
      return undefined;
    }
  }

  async function end(id: number, report: ChainReport | undefined): Promise<void> {
    if (report?.break) logger.error({ break: report.break }, "the audit chain is broken");
    await db.transaction().execute(async (trx) => {
      await endVerification(trx, id, { at: new Date(clock.now()), report });
      if (!report?.break) return;
      await writeAudit(trx, {
        kind: "security",
        type: "audit.broken",
        objectType: "audit",
        objectId: report.break.id,
        new: report.break,
        method: "job",
      });
    });
  }

  return {
    /** Runs the verification that is requested or due; returns whether there was one. */
    async runOnce(signal?: AbortSignal): Promise<boolean> {
      await requestDaily();
      const now = clock.now();
      const lease = { at: new Date(now), expiredBefore: new Date(now - LEASE_MS) };
      const id = await startVerification(db, lease);
      if (id === undefined) return false;
      try {
        await end(id, await verify(signal));
      } catch (error) {
        await releaseVerification(db, id);
        throw error;
      }
      return true;
    },
  };
}
