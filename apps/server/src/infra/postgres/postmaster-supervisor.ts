import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../logger.ts";
import { stopPostmaster, whenEnded } from "./postmaster.ts";

const FIRST_PAUSE_MS = 250;
// A disk with free space again or a folder mounted again is noticed within this time.
const MAX_PAUSE_MS = 2_000;
/** A process that ran this long did not fail because of its start. */
const STABLE_AFTER_MS = 10_000;

export interface EngineState {
  isRunning: boolean;
  /** Since when it is running, or is not. */
  since: Date;
  /** Completed restarts since the server started. */
  restarts: number;
  /** Why it last ended or could not be started. */
  lastError?: string;
}

/** Pause before the nth attempt in a row: none before the first, then 250 ms doubling to 2 s. */
export function pauseBeforeAttemptMs(attempt: number): number {
  return attempt === 1 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 2));
}

/** Keeps a postmaster running: starts it again whenever it ends without having been asked to. */
export function createPostmasterSupervisor(deps: {
  start(onLaunched: (child: ChildProcess) => void): Promise<ChildProcess>;
  /** Removes what would keep the next postmaster from starting. */
  cleanUp(): Promise<void>;
  logger: Logger;
}) {
  const { start, cleanUp, logger } = deps;
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let state: EngineState = { isRunning: false, since: new Date(), restarts: 0 };
  let supervision: Promise<void> = Promise.resolve();

  async function launch(): Promise<ChildProcess> {
    const started = await start((launched) => {
      child = launched;
      // Also an error without a listener (a signal that cannot be sent) would end this process.
      launched.on("error", (error) => logger.error({ err: error }, "PostgreSQL process error"));
      if (stopping.signal.aborted) launched.kill("SIGINT");
    });
    state = { ...state, isRunning: true, since: new Date() };
    return started;
  }

  function noteEnd(reason: string): void {
    state = { ...state, isRunning: false, since: new Date(), lastError: reason };
    logger.error({ reason }, "PostgreSQL ended unexpectedly; restarting it");
  }

  function noteFailure(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    // A cause that lasts is logged once, not at every attempt.
    if (reason !== state.lastError) logger.error({ err: error }, "PostgreSQL could not be restarted");
    state = { ...state, lastError: reason };
  }

  /** Tries until it runs or is no longer wanted. */
  async function restart(firstAttempt: number): Promise<number> {
    for (let attempt = firstAttempt; ; attempt++) {
      await delay(pauseBeforeAttemptMs(attempt), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
      if (stopping.signal.aborted) return attempt;
      try {
        await cleanUp();
        await launch();
        state = { ...state, restarts: state.restarts + 1 };
        logger.warn({ restarts: state.restarts }, "PostgreSQL is running again");
        return attempt;
      } catch (error) {
        if (!stopping.signal.aborted) noteFailure(error);
      }
    }
  }

  async function supervise(first: ChildProcess): Promise<void> {
    let watched = first;
    let attempt = 0;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      await whenEnded(watched);
      if (stopping.signal.aborted) return;
      noteEnd(watched.signalCode ? `ended by ${watched.signalCode}` : `ended with code ${watched.exitCode}`);
      if (performance.now() - startedAt > STABLE_AFTER_MS) attempt = 0;
      attempt = await restart(attempt + 1);
      watched = child ?? watched;
    }
  }

  return {
    /** Resolves when the first postmaster accepts connections; rejects when it cannot start. */
    async start(): Promise<void> {
      supervision = supervise(await launch());
    },
    state: (): EngineState => state,
    /** Sends a signal to the running postmaster, if there is one. */
    signal(signal: NodeJS.Signals): void {
      child?.kill(signal);
    },
    async stop(): Promise<void> {
      stopping.abort();
      if (child) await stopPostmaster(child);
      await supervision;
      // A postmaster launched while the one before was being stopped.
      if (child) await stopPostmaster(child);
      state = { ...state, isRunning: false, since: new Date() };
    },
  };
}
