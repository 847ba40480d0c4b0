import { setTimeout as wait } from "node:timers/promises";
import { ProtocolError } from "@heliograph/protocol";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";

/** Storage may be away this long before connections are closed, spread over a minute. */
const PATIENCE_MS = 5 * 60_000;
const SPREAD_MS = 60_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Holds a message unanswered while storage is away and tries again: the broker reads no more of that client meanwhile,
 * the gateway keeps its buffer. A rejection closes the connection.
 */
export function createHoldOpen({ clock, logger }: { clock: Clock; logger: Logger }) {
  let isStopping = false;

  return {
    async run(action: () => Promise<void>): Promise<void> {
      const startedAt = clock.now();
      const givesUpAt = startedAt + PATIENCE_MS + Math.random() * SPREAD_MS;
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
        if (isStopping) throw new Error("the server stops");
        try {
          await action();
          return;
        } catch (error) {
          // What the gateway sent is at fault, and trying again changes nothing.
          if (error instanceof ProtocolError) throw error;
          if (clock.now() >= givesUpAt) throw error;
          logger.warn({ err: error }, "a report could not be stored yet");
        }
        await wait(pauseMs);
      }
    },
    stop(): void {
      isStopping = true;
    },
  };
}
