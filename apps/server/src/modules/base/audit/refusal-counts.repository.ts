import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

export interface RefusalCount {
  actor: string;
  endpoint: string;
  /** Start of the minute in epoch milliseconds. */
  minute: number;
  total: number;
}

export async function addRefusalCounts(db: Db, counts: readonly RefusalCount[]): Promise<void> {
  // Sorted, so that two processes that flush at the same time wait for each other instead of deadlocking.
  await sql`
    insert into refusal_counts as c (actor, endpoint, minute, total)
    select * from unnest(${counts.map(({ actor }) => actor)}::text[], ${counts.map(({ endpoint }) => endpoint)}::text[],
      ${counts.map(({ minute }) => new Date(minute))}::timestamptz[], ${counts.map(({ total }) => total)}::int[])
      as counted (actor, endpoint, minute, total)
    order by actor, endpoint, minute
    on conflict (actor, endpoint, minute) do update set total = c.total + excluded.total`.execute(db);
}
