import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

/** Reserves a block of calls of a session in a window; false when as many as allowed are reserved by all processes. */
export async function reserveCalls(
  db: Db,
  { sessionId, windowAt, block, limit }: { sessionId: string; windowAt: Date; block: number; limit: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into anonymous_calls as c (session_id, window_at, calls) values (${sessionId}, ${windowAt}, ${block})
    on conflict (session_id) do update set window_at = excluded.window_at,
      calls = case when c.window_at = excluded.window_at then c.calls + excluded.calls else excluded.calls end
    where c.window_at <> excluded.window_at or c.calls + excluded.calls <= ${limit}
    returning calls`.execute(db);
  return rows.length > 0;
}

/** Deletes counts of more than an hour ago. */
export async function deleteEarlierCalls(db: Db): Promise<void> {
  await sql`delete from anonymous_calls where window_at < clock_timestamp() - interval '1 hour'`.execute(db);
}
