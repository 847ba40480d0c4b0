import type pg from "pg";
import { connectClient } from "./connect-client.ts";

/** No connection became free for this long while a caller waited for one. */
const EXHAUSTED_AFTER_MS = 500;
const TOO_MANY_CONNECTIONS = "53300";

/**
 * Resolves when the engine responds on a new connection. Not on one of the pool: those of a frozen or dead engine may
 * respond for a while, and in an exhausted pool the check would wait behind the calls.
 */
export async function pingPostgres(address: pg.ClientConfig): Promise<void> {
  let client: pg.Client;
  try {
    client = await connectClient({
      ...address,
      application_name: "heliograph health",
      query_timeout: 10_000,
    });
  } catch (error) {
    // An engine that refuses one connection more still serves those of the pool.
    if ((error as { code?: unknown }).code === TOO_MANY_CONNECTIONS) return;
    throw error;
  }
  try {
    await client.query("select 1");
  } finally {
    // The result is known; an engine that freezes now may never confirm the end of the connection.
    client.end().catch(() => undefined);
  }
}

/** Returns whether the pool is exhausted: requests wait for a connection, and none has become free for a while. */
export function watchExhaustion(pool: pg.Pool): () => boolean {
  let acquiredAt = performance.now();
  pool.on("acquire", () => {
    acquiredAt = performance.now();
  });
  return () => pool.waitingCount > 0 && performance.now() - acquiredAt > EXHAUSTED_AFTER_MS;
}
