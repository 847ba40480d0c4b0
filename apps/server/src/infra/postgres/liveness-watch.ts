import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../logger.ts";
import { connectClient } from "./connect-client.ts";

const CHECK_EVERY_MS = 1_000;
/** A connection in use for longer makes the watch probe whether the engine still answers. */
const SUSPICIOUS_AFTER_MS = 3_000;
const RESPONSE_TIMEOUT_MS = 2_000;

/** A reply is any message of the server, a refusal included. A broken connection alone says nothing about the engine. */
type Outcome = "reply" | "broken connection" | "silence";

/** The network reports that no packet reaches the server, so connections in use get no reply either. */
const isUnreachable = (error: unknown): boolean =>
  ["EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"].includes((error as NodeJS.ErrnoException).code ?? "");

/**
 * Closes connections that wait for an engine that has stopped answering (suspended, or on a disk that hangs), so that
 * their callers fail within seconds and try again. The statement timeout cannot: the engine itself enforces it. A long
 * statement of an engine that answers is left alone.
 */
export function watchLiveness(deps: { pool: pg.Pool; address: pg.ClientConfig; logger: Logger }) {
  const { pool, address, logger } = deps;
  const inUseSince = new Map<pg.PoolClient, number>();
  let probe: pg.Client | undefined;
  let isChecking = false;
  let isStopped = false;

  pool.on("acquire", (client) => inUseSince.set(client, performance.now()));
  pool.on("release", (_error, client) => inUseSince.delete(client));

  async function openProbeClient(): Promise<pg.Client> {
    const client = await connectClient({ ...address, application_name: "heliograph liveness watch" });
    client.once("end", () => {
      if (probe === client) probe = undefined;
    });
    closeProbe();
    probe = client;
    // The watch may have been stopped while the connection was being opened.
    if (isStopped) closeProbe();
    return client;
  }

  async function sendProbe(): Promise<Outcome> {
    try {
      const client = probe ?? (await openProbeClient());
      await client.query("select 1");
      return "reply";
    } catch (error) {
      if (error instanceof pg.DatabaseError) return "reply";
      return isUnreachable(error) ? "silence" : "broken connection";
    }
  }

  async function probeInTime(): Promise<Outcome> {
    // One more turn of the event loop: after a busy second the response may have arrived without being read yet.
    const late = delay(RESPONSE_TIMEOUT_MS, undefined, { ref: false }).then(async (): Promise<Outcome> => {
      await nextTurn();
      return "silence";
    });
    const outcome = await Promise.race([sendProbe(), late]);
    if (outcome !== "reply") closeProbe();
    return outcome;
  }

  async function isUnresponsive(): Promise<boolean> {
    const first = await probeInTime();
    if (first !== "broken connection" || isStopped) return first === "silence";
    return (await probeInTime()) === "silence";
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
    if (isChecking) return;
    if (listSuspicious().length === 0) {
      // A firewall may silently drop an idle connection; its next query would then time out.
      closeProbe();
      return;
    }
    isChecking = true;
    try {
      if (!(await isUnresponsive()) || isStopped) return;
      const clients = listSuspicious();
      logger.error({ connections: clients.length }, "PostgreSQL does not answer; connections are closed");
      // A client in a query drops its socket immediately; the query is rejected.
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
      isStopped = true;
      clearInterval(timer);
      closeProbe();
    },
  };
}
