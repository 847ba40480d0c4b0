import type { Db } from "../../../../infra/postgres/database.ts";
import type { SessionRow } from "./sessions.repository.ts";
import { listSessionsByAccessToken } from "./sessions.repository.ts";
import { hashToken } from "./token-values.ts";

type Waiting = { resolve: (row: SessionRow | undefined) => void; reject: (error: unknown) => void };

/**
 * Finds sessions by access token, many requests in one query: all lookups of one turn of the event loop share it. Nothing
 * is cached, and each result comes from a query that began after the lookup, so a revoked permission or an ended session
 * takes effect on the next request.
 */
export function createSessionReader(db: Db): (accessToken: string) => Promise<SessionRow | undefined> {
  let waiting = new Map<string, Waiting[]>();

  async function readAll(): Promise<void> {
    const batch = waiting;
    waiting = new Map();
    try {
      const hashes = [...batch.keys()].map((hash) => Buffer.from(hash, "latin1"));
      const found = await listSessionsByAccessToken(db, hashes);
      for (const [hash, callers] of batch) for (const { resolve } of callers) resolve(found.get(hash));
    } catch (error) {
      for (const callers of batch.values()) for (const { reject } of callers) reject(error);
    }
  }

  return (accessToken) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(() => void readAll());
      const hash = hashToken(accessToken).toString("latin1");
      const callers = waiting.get(hash);
      if (callers) callers.push({ resolve, reject });
      else waiting.set(hash, [{ resolve, reject }]);
    });
}
