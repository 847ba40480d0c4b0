import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "../../infra/logger.ts";
import type { Db } from "../../infra/postgres/database.ts";
import { writeAudit } from "./audit.service.ts";

/** A stop waits no longer for its row: the database may be what is gone. */
const STOP_WAITS_MS = 1_000;

/** Start and stop of a process as rows of the system log, with its roles; neither is held up. A kill leaves no row. */
export function createServerLife(deps: { db: Db; logger: Logger; roles: readonly string[] }) {
  const { db, logger, roles } = deps;

  async function write(type: "server.start" | "server.stop"): Promise<void> {
    try {
      await db.transaction().execute((trx) =>
        writeAudit(trx, {
          kind: "system",
          type,
          new: { roles: [...roles].sort() },
          method: type === "server.start" ? "start" : undefined,
        }),
      );
    } catch (error) {
      logger.error({ err: error, type }, "start or stop could not be written to the log");
    }
  }

  let starting: Promise<void> = Promise.resolve();
  return {
    start(): void {
      starting = write("server.start");
    },
    async stop(): Promise<void> {
      const late = new AbortController();
      const written = starting.then(() => write("server.stop"));
      await Promise.race([written, wait(STOP_WAITS_MS, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
    },
  };
}
