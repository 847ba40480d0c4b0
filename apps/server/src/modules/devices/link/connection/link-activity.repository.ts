import { sql } from "kysely";
import type { Db } from "../../../../infra/postgres/database.ts";

/** Longer without a sign of any process of the link is a break. Some beats, so that one that comes late is none. */
export const LINK_BREAK_MS = 20_000;

/** Notes that this process accepts reports now; after a break, that some process does so since now. */
export async function saveBeat(db: Db, now: Date): Promise<void> {
  const breakBefore = new Date(now.getTime() - LINK_BREAK_MS);
  await sql`
    insert into link_activity as known (up_since, beat_at) values (${now}, ${now})
    on conflict (id) do update set
      up_since = case when known.beat_at < ${breakBefore} then excluded.up_since else known.up_since end,
      beat_at = greatest(known.beat_at, excluded.beat_at)`.execute(db);
}
