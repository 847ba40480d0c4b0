import type { Db } from "../../infra/postgres/database.ts";
import type { SessionRow } from "./sessions.repository.ts";
import { listSessionsByAccessToken } from "./sessions.repository.ts";
import { hashToken } from "./token-values.ts";

type Waiting = { resolve: (row: SessionRow | undefined) => void; reject: (error: unknown) => void };

/**
 * Finds sessions by access token, many requests in one query: whoever asks within one turn of the event loop shares it.
 * Nothing is kept between queries, and each answer comes from a query that began after the question, so a withdrawn
 * permission or an ended session acts on the very next request.
 */
export function createSessionReader(db: Db): (accessToken: string) => Promise<SessionRow | undefined> {
  let waiting = new Map<string, Waiting[]>();

  async function readAll(): Promise<void> {
    const asked = waiting;
    waiting = new Map();
    try {
      const hashes = [...asked.keys()].map((hash) => Buffer.from(hash, "latin1"));
      const found = await listSessionsByAccessToken(db, hashes);
      for (const [hash, callers] of asked) for (const { resolve } of callers) resolve(found.get(hash));
    } catch (error) {
      for (const callers of asked.values()) for (const { reject } of callers) reject(error);
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
