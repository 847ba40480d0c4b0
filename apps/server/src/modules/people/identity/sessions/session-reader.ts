import type { Db } from "../../../../infra/postgres/database.ts";
import { createBatchedRead } from "../../../../infra/shared-run.ts";
import type { SessionRow } from "./sessions.repository.ts";
import { listSessionsByAccessToken } from "./sessions.repository.ts";
import { hashToken } from "./token-values.ts";

/**
 * Finds sessions by access token, many requests in one query. Nothing is cached, and each result comes from a query that
 * began after the lookup, so a revoked permission or an ended session takes effect on the next request.
 */
export function createSessionReader(db: Db): (accessToken: string) => Promise<SessionRow | undefined> {
  const read = createBatchedRead((hashes) =>
    listSessionsByAccessToken(
      db,
      hashes.map((hash) => Buffer.from(hash, "latin1")),
    ),
  );
  return (accessToken) => read(hashToken(accessToken).toString("latin1"));
}
