import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "./logger.ts";

const DEFAULT_HANG_AFTER_MS = 15 * 60_000;

export interface Loop {
  /** Starts the first round immediately. */
  start(): void;
  /** Resolves when the current round has ended. */
  stop(): Promise<void>;
}

/**
 * Repeats work, one round at a time. A failed round is logged and the next one follows as usual; consecutive failures
 * are logged once, until a round succeeds.
 */
export function createLoop(options: {
  /** The signal asks a long round to end. */
  work(signal: AbortSignal): Promise<unknown>;
  everyMs: number;
  logger: Logger;
  /** Log message of a failed round. */
  failureMessage: string;
  /** A round that takes longer is logged repeatedly; every statement in it has a timeout, so none should. */
  hangAfterMs?: number;
}): Loop {
  const { work, everyMs, logger, failureMessage, hangAfterMs = DEFAULT_HANG_AFTER_MS } = options;
  let stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let hasFailed = false;

  async function attempt(signal: AbortSignal): Promise<void> {
    const hanging = setInterval(
      () => logger.error({ failureMessage }, "a round of background work does not end"),
      hangAfterMs,
    );
    hanging.unref();
    try {
      await work(signal);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) logger.error({ err: error }, failureMessage);
      hasFailed = true;
    } finally {
      clearInterval(hanging);
    }
  }

  async function runUntilStopped(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await attempt(signal);
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      stopping = new AbortController();
      running = runUntilStopped(stopping.signal);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Work of a loop that pauses after it has taken long, so that it takes no more than `maxShare` (0 to 1) of the time, but no
 * longer than `maxPauseMs`. After a failure it does not pause.
 */
export function limitShare(
  work: () => Promise<unknown>,
  options: { maxShare: number; maxPauseMs: number; nowMs?: () => number },
): () => Promise<void> {
  const { maxShare, maxPauseMs, nowMs = () => performance.now() } = options;
  let dueAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const startedAtMs = nowMs();
    if (startedAtMs < dueAtMs) return;
    await work();
    const endedAtMs = nowMs();
    const pauseMs = ((endedAtMs - startedAtMs) * (1 - maxShare)) / maxShare;
    dueAtMs = endedAtMs + Math.min(pauseMs, maxPauseMs);
  };
}
