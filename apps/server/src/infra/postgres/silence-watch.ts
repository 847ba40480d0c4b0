import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "../logger.ts";
import { connectClient } from "./connect-client.ts";

const CHECK_EVERY_MS = 1_000;
/** A connection in use for longer makes the watch ask whether the engine still answers. */
const SUSPICIOUS_AFTER_MS = 3_000;
const ANSWER_TIMEOUT_MS = 2_000;

/**
 * Closes connections that wait for an engine that has stopped answering (suspended, or on a disk that hangs), so that
 * their callers fail within seconds and try again. The statement timeout cannot: the engine itself enforces it. A long
 * statement of an engine that answers is left alone.
 */
export function watchSilence(deps: { pool: pg.Pool; address: pg.ClientConfig; logger: Logger }) {
  const { pool, address, logger } = deps;
  const inUseSince = new Map<pg.PoolClient, number>();
  let probe: pg.Client | undefined;
  let isChecking = false;

  pool.on("acquire", (client) => inUseSince.set(client, performance.now()));
  pool.on("release", (_error, client) => inUseSince.delete(client));

  async function ask(): Promise<boolean> {
    try {
      probe ??= await connectClient({ ...address, connectionTimeoutMillis: ANSWER_TIMEOUT_MS });
      await probe.query("select 1");
      return true;
    } catch {
      return false;
    }
  }

  async function isAnswering(): Promise<boolean> {
    // One more turn of the event loop: after a busy second the answer may be there and not read yet.
    const late = delay(ANSWER_TIMEOUT_MS, false, { ref: false }).then(async () => {
      await nextTurn();
      return false;
    });
    const isThere = await Promise.race([ask(), late]);
    if (!isThere) closeProbe();
    return isThere;
  }

  function closeProbe(): void {
    probe?.end().catch(() => undefined);
    probe = undefined;
  }

  const listSuspicious = (): pg.PoolClient[] => {
    const before = performance.now() - SUSPICIOUS_AFTER_MS;
    return [...inUseSince].filter(([, since]) => since < before).map(([client]) => client);
  };

  async function check(): Promise<void> {
    if (isChecking || listSuspicious().length === 0) return;
    isChecking = true;
    try {
      if (await isAnswering()) return;
      const clients = listSuspicious();
      logger.error({ connections: clients.length }, "PostgreSQL does not answer; connections are closed");
      // A client in a query drops its socket at once; the query is rejected.
      for (const client of clients) (client as pg.PoolClient & pg.Client).end().catch(() => undefined);
    } finally {
      isChecking = false;
    }
  }

  const timer = setInterval(() => {
    check().catch((error: unknown) => logger.error({ err: error }, "PostgreSQL could not be watched"));
  }, CHECK_EVERY_MS);
  timer.unref();

  return {
    stop(): void {
      clearInterval(timer);
      closeProbe();
    },
  };
}
