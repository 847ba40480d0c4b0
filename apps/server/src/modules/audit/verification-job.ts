import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import type { Db } from "../../infra/postgres/database.ts";
import { writeAudit } from "./audit.service.ts";
import type { ChainReport } from "./chain-check.ts";
import { checkChain } from "./chain-check.ts";
import type { ChainSeal } from "./chain-seal.ts";
import {
  askForVerification,
  endVerification,
  findLastAsked,
  releaseVerification,
  takeVerification,
} from "./verifications.repository.ts";

const DAY_MS = 86_400_000;
// Longer than any table takes; a process that died leaves its look to the next one after this.
const LOST_AFTER_MS = 3_600_000;

/** Looks at the whole chain once a day and whenever somebody asks. */
export function createVerificationJob(deps: { db: Db; seal: ChainSeal; clock: Clock; logger: Logger }) {
  const { db, seal, clock, logger } = deps;

  async function askDaily(): Promise<void> {
    const lastAsked = await findLastAsked(db);
    const now = clock.now();
    if (lastAsked && now - lastAsked.getTime() < DAY_MS) return;
    await db.transaction().execute((trx) => askForVerification(trx, { at: new Date(now) }));
  }

  async function look(signal: AbortSignal | undefined): Promise<ChainReport | undefined> {
    try {
      return await checkChain({ db, seal, signal });
    } catch (error) {
      if (signal?.aborted) throw error;
      logger.error({ err: error }, "the audit chain could not be looked at");
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
    /** The look that is asked for or due; answers whether there was one. */
    async runOnce(signal?: AbortSignal): Promise<boolean> {
      await askDaily();
      const now = clock.now();
      const taken = { at: new Date(now), lostBefore: new Date(now - LOST_AFTER_MS) };
      const id = await takeVerification(db, taken);
      if (id === undefined) return false;
      try {
        await end(id, await look(signal));
      } catch (error) {
        await releaseVerification(db, id);
        throw error;
      }
      return true;
    },
  };
}
