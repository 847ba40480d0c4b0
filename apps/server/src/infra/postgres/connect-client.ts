import pg from "pg";

/** Timeout of a connection attempt; an engine that hangs neither accepts nor refuses. */
export const CONNECT_TIMEOUT_MS = 5_000;

/** A connection outside the pool. When it breaks its next query is rejected; the event alone must not end the process. */
export async function connectClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...config });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
