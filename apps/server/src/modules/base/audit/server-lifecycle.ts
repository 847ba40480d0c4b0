import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "../../../infra/logger.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { writeAudit } from "./audit.service.ts";

/** Time a stop waits for its row, since the database may be unavailable. */
const STOP_TIMEOUT_MS = 1_000;

/** Writes start and stop of a process, with its roles, to the system log without delaying either. A kill leaves no row. */
export function createServerLifecycleLog(deps: { db: Db; logger: Logger; roles: readonly string[] }) {
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
      const timeout = new AbortController();
      const written = starting.then(() => write("server.stop"));
      await Promise.race([
        written,
        wait(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {}),
      ]);
      timeout.abort();
    },
  };
}
