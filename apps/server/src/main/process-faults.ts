import type { Logger } from "../infra/logger.ts";
import { isStorageUnavailable } from "../infra/storage-unavailable.ts";

/**
 * Handles uncaught errors. A failed connection or engine is logged and never ends the process; any other error is a broken
 * invariant, after which no state can be trusted: it is logged as fatal with its cause, and
 * `onBrokenInvariant` is called once.
 */
export function watchProcessFaults(deps: { logger: Logger; onBrokenInvariant(): void }): void {
  const { logger, onBrokenInvariant } = deps;
  let isBroken = false;

  function handle(error: unknown): void {
    if (isStorageUnavailable(error)) {
      logger.error({ err: error }, "unhandled connection error");
      return;
    }
    const err = error instanceof Error ? error : new Error(`not an error was thrown: ${String(error)}`);
    logger.fatal({ err }, "a broken invariant: the server stops");
    if (isBroken) return;
    isBroken = true;
    onBrokenInvariant();
  }

  process.on("uncaughtException", handle);
  process.on("unhandledRejection", handle);
  // A closed terminal or log collector must not end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
