import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { createChainJob } from "./chain-job.ts";
import { createChainSeal } from "./chain-seal.ts";
import { createRetentionJob } from "./retention-job.ts";
import { createVerificationJob } from "./verification-job.ts";

const PASS_EVERY_MS = 1_000;
// A recurring failure is logged once in this time, not in each pass.
const LOG_INTERVAL_MS = 60_000;

/** Runs the audit in the role jobs: sealing each second, verification, and retention. */
export function createAuditJobs(deps: {
  db: Db;
  config: { dataFolder: string; auditMonths: number };
  clock: Clock;
  logger: Logger;
}) {
  const { db, clock, logger } = deps;
  const { dataFolder, auditMonths: months } = deps.config;
  const seal = createChainSeal({ dataFolder });
  const chain = createChainJob({ db, seal, logger });
  const verification = createVerificationJob({ db, seal, clock, logger });
  const retention = createRetentionJob({ db, seal, clock, logger, months });
  const loggedAt = new Map<string, number>();
  let stopping = new AbortController();
  let loop: Promise<void> = Promise.resolve();

  async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const now = clock.now();
      if (stopping.signal.aborted || now - (loggedAt.get(what) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS)
        return;
      loggedAt.set(what, now);
      logger.error({ err: error }, what);
    }
  }

  async function runUntilStopped(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await attempt("the audit could not be chained", chain.runOnce);
      await attempt("the audit chain could not be verified", () => verification.runOnce(signal));
      await attempt("old months of the audit could not be dropped", () => retention.runOnce(signal));
      await delay(PASS_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    start(): void {
      stopping = new AbortController();
      loop = runUntilStopped(stopping.signal);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await loop;
    },
  };
}
