import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "./logger.ts";

const HANGS_AFTER_MS = 15 * 60_000;

export interface Loop {
  /** Begins with a round at once. */
  start(): void;
  /** Resolves when the round at hand has ended. */
  stop(): Promise<void>;
}

/**
 * Work done again and again, never twice at once. A round that fails is told, and the next comes all the same; a
 * trouble that lasts is told once, until a round goes well again.
 */
export function createLoop(options: {
  /** The signal tells a long round that it should end. */
  work(signal: AbortSignal): Promise<unknown>;
  everyMs: number;
  logger: Logger;
  /** What the log says of a round that fails. */
  trouble: string;
  /** A round that takes longer is reported again and again: every statement in it has a limit, so it should not. */
  hangsAfterMs?: number;
}): Loop {
  const { work, everyMs, logger, trouble, hangsAfterMs = HANGS_AFTER_MS } = options;
  let stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let isTroubled = false;

  async function attempt(signal: AbortSignal): Promise<void> {
    const hanging = setInterval(
      () => logger.error({ trouble }, "a round of background work does not end"),
      hangsAfterMs,
    );
    hanging.unref();
    try {
      await work(signal);
      isTroubled = false;
    } catch (error) {
      if (!isTroubled) logger.error({ err: error }, trouble);
      isTroubled = true;
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
