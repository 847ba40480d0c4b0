import type { JobError } from "@heliograph/contract";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { createSharedRun } from "../../../infra/shared-run.ts";
import type { IdentityService } from "../identity/identity.service.ts";
import type { JobResult, JobWorks } from "./job-kinds.service.ts";
import { listHiddenInFile, PERMISSION_OF_KIND } from "./job-kinds.service.ts";
import type { Attempt } from "./job-leases.repository.ts";
import {
  endWithError,
  endWithFile,
  failInterrupted,
  hasOpenJobs,
  leaseJobs,
  releaseJob,
  renewLease,
} from "./job-leases.repository.ts";

const FAILURE = "background jobs could not be processed";
const CHECK_EVERY_MS = 1_000;
/** A job whose process was killed is taken up again after this time. */
const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 10_000;
const MAX_ATTEMPTS = 3;
/** Pause after an attempt that failed; it grows with each attempt. */
const RETRY_DELAY_MS = 10_000;
/** Jobs under way in this process, and of one account in all processes. */
const MAX_UNDER_WAY = 2;
const MAX_PER_ACCOUNT = 1;
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The job was cancelled, or another process has taken it up: this attempt stores nothing more. */
class LeaseLostError extends Error {}

export interface JobRunnerDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  identity: Pick<IdentityService, "findAccountScope">;
  works: JobWorks;
  /** How often a lease is renewed during a long step. */
  renewEveryMs?: number;
}

/** Runs queued jobs under a lease that it renews, so that each job runs once at a time across all processes. */
export function createJobRunner(deps: JobRunnerDeps) {
  const { db, clock, logger, identity, works, renewEveryMs = RENEW_EVERY_MS } = deps;
  const underWay = new Set<Promise<void>>();
  let free = MAX_UNDER_WAY;
  let stopping = new AbortController();

  const leaseEnd = () => new Date(clock.now() + LEASE_MS);

  /** Does the work of an attempt; returns why it must not, if the account's access no longer allows it. */
  async function work(attempt: Attempt, lost: AbortController): Promise<JobResult | JobError> {
    const signal = AbortSignal.any([lost.signal, stopping.signal]);
    const scope = await identity.findAccountScope(attempt.accountId);
    if (!scope?.permissionIds.has(PERMISSION_OF_KIND[attempt.kind])) return "access";
    const result = await works[attempt.kind]({
      scope,
      parameters: attempt.parameters,
      signal,
      async report(progress) {
        signal.throwIfAborted();
        if (await renewLease(db, attempt, { leasedUntil: leaseEnd(), progress })) return;
        lost.abort(new LeaseLostError());
        signal.throwIfAborted();
      },
    });
    if (typeof result === "string") return result;
    if (result.content.byteLength > MAX_FILE_BYTES) return "tooLarge";
    const plants = result.plants.map(({ hiddenParts, plantIds }) => ({
      hiddenParts: listHiddenInFile(scope, attempt.kind, hiddenParts),
      plantIds,
    }));
    return { ...result, plants };
  }

  /** Renews the lease also during a long step. */
  async function workUnderLease(attempt: Attempt): Promise<JobResult | JobError> {
    const lost = new AbortController();
    const renewing = setInterval(() => {
      renewLease(db, attempt, { leasedUntil: leaseEnd() })
        .then((isRenewed) => {
          if (!isRenewed) lost.abort(new LeaseLostError());
        })
        // The lease ends if this goes on, and the step that follows notices.
        .catch((error: unknown) => logger.warn({ err: error }, "the lease of a job could not be renewed"));
    }, renewEveryMs);
    try {
      return await work(attempt, lost);
    } finally {
      clearInterval(renewing);
    }
  }

  async function recordFault(attempt: Attempt, error: unknown): Promise<void> {
    const { jobId, kind, attempts } = attempt;
    if (error instanceof LeaseLostError) return;
    const now = clock.now();
    if (stopping.signal.aborted)
      return await releaseJob(db, attempt, { nextAttemptAt: new Date(now), isCounted: false });
    logger.error({ err: error, jobId, kind, attempts }, "a background job failed");
    if (attempts >= MAX_ATTEMPTS)
      return await endWithError(db, attempt, { at: new Date(now), error: "internal" });
    const nextAttemptAt = new Date(now + RETRY_DELAY_MS * attempts);
    await releaseJob(db, attempt, { nextAttemptAt, isCounted: true });
  }

  async function attemptOnce(attempt: Attempt): Promise<void> {
    try {
      const result = await workUnderLease(attempt);
      const at = new Date(clock.now());
      if (typeof result === "string") return await endWithError(db, attempt, { at, error: result });
      const { content, ...file } = result;
      const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
      await endWithFile(db, attempt, { at, file: { ...file, content: bytes } });
    } catch (error) {
      await recordFault(attempt, error);
    }
  }

  /** Makes an attempt; afterwards this process has capacity for the next job. */
  async function run(attempt: Attempt): Promise<void> {
    free -= 1;
    // A fault that could not be recorded: its lease ends, and it is taken up again.
    await attemptOnce(attempt).catch((error: unknown) => logger.error({ err: error }, FAILURE));
    free += 1;
    if (!stopping.signal.aborted) await step();
  }

  function start(attempt: Attempt): void {
    const running: Promise<void> = run(attempt)
      .catch((error: unknown) => logger.error({ err: error }, FAILURE))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  }

  /** Starts due jobs up to the limit of this process, without waiting for them. */
  const step = createSharedRun(async (): Promise<void> => {
    const now = new Date(clock.now());
    if (free === 0 || !(await hasOpenJobs(db, now))) return;
    await failInterrupted(db, { now, maxAttempts: MAX_ATTEMPTS });
    const limits = { max: free, maxAttempts: MAX_ATTEMPTS, perAccount: MAX_PER_ACCOUNT };
    const attempts = await db
      .transaction()
      .execute((trx) => leaseJobs(trx, { now, leasedUntil: leaseEnd(), ...limits }));
    for (const attempt of attempts) start(attempt);
  });

  const loop = createLoop({ work: step, everyMs: CHECK_EVERY_MS, logger, failureMessage: FAILURE });
  return {
    start() {
      stopping = new AbortController();
      loop.start();
    },
    /** Jobs under way end at their next step and go back into the queue. */
    async stop() {
      stopping.abort();
      await loop.stop();
      while (underWay.size > 0) await Promise.all(underWay);
    },
    /** Runs everything that is due now, and waits for it. */
    async work(): Promise<void> {
      await step();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
