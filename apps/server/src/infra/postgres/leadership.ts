import type { Logger } from "../logger.ts";
import { createLoop } from "../loop.ts";
import type { Db, Transaction } from "./database.ts";
import { acquireLease, hasTerm, releaseLease } from "./leadership.repository.ts";

/** Another process leads when the one before has not renewed its lease for this long. */
const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 3_000;

export interface Leadership {
  /**
   * The database for the work of the leader: a transaction is committed only if this process led when it began and still
   * leads at its end; otherwise it is rolled back and throws.
   */
  readonly db: Db;
  /** Resolves after the first attempt. */
  start(): Promise<void>;
  /** Ends the work and lets another process lead. */
  stop(): Promise<void>;
}

/**
 * Elects one of several processes to run the background jobs: the one with the lease in PostgreSQL. Each new leader has a
 * higher term, which fences what an earlier one has not committed.
 */
export function createLeadership(deps: {
  db: Db;
  logger: Logger;
  /** Id of this process. */
  processId: string;
  /** Whether no other process can be there: it does not wait for the lease of the one before it, which has ended. */
  isSole: boolean;
  onElected(): void;
  /** Resolves when the work has ended. */
  onReplaced(): Promise<void>;
}): Leadership {
  const { db, logger, processId, isSole, onElected, onReplaced } = deps;
  let term: number | undefined;

  async function renew(): Promise<void> {
    const before = term;
    term = await acquireLease(db, { processId, leaseMs: LEASE_MS, isForced: isSole && before === undefined });
    if (before !== undefined && term !== before) {
      logger.warn({ term: before }, "another process runs the background jobs now");
      await onReplaced();
    }
    if (term !== undefined && term !== before) {
      logger.info({ term }, "this process runs the background jobs");
      onElected();
    }
  }

  async function checkTerm(trx: Transaction, began: number): Promise<void> {
    if (!(await hasTerm(trx, began))) throw new Error("another process runs the background jobs now");
  }

  async function execute<Result>(action: (trx: Transaction) => Promise<Result>): Promise<Result> {
    const began = term;
    if (began === undefined) throw new Error("this process does not run the background jobs");
    return await db.transaction().execute(async (trx) => {
      const result = await action(trx);
      await checkTerm(trx, began);
      return result;
    });
  }

  const loop = createLoop({
    work: renew,
    everyMs: RENEW_EVERY_MS,
    logger,
    failureMessage: "the lease of the background jobs could not be renewed",
  });

  return {
    db: new Proxy(db, {
      get(target, name) {
        // One with an isolation level of its own only reads: as a new builder it is not checked.
        if (name === "transaction") return () => Object.assign(target.transaction(), { execute });
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    }),
    async start() {
      await renew();
      loop.start();
    },
    async stop() {
      await loop.stop();
      if (term === undefined) return;
      await onReplaced();
      term = undefined;
      // Otherwise it expires.
      await releaseLease(db, processId).catch((error: unknown) =>
        logger.warn({ err: error }, "the lease of the background jobs could not be released"),
      );
    },
  };
}
