import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { windowMs } from "./windows.ts";

/** A 15-minute window of a plant whose energy must be computed again; any instant inside the window. */
export interface WindowMark {
  plantKey: number;
  windowAt: number | Date;
}

/**
 * Marks windows dirty: after samples of theirs were stored, replaced or removed. The roll-up job finds out itself how
 * far a sample reaches before and after its window.
 */
export async function markWindows(db: Db | Transaction, marks: readonly WindowMark[]): Promise<void> {
  const distinct = new Map<string, { plantKey: number; windowAt: string }>();
  for (const { plantKey, windowAt } of marks) {
    const startAt = Math.floor(Number(windowAt) / windowMs) * windowMs;
    distinct.set(`${plantKey}/${startAt}`, { plantKey, windowAt: new Date(startAt).toISOString() });
  }
  if (distinct.size === 0) return;
  // One order for everybody: two writers that lock the same rows crosswise would wait for each other for ever.
  const sorted = [...distinct.keys()].sort().map((key) => distinct.get(key)!);
  await sql`
    insert into rollup_marks (plant_key, window_at, marked_at)
    select plant_key, window_at, clock_timestamp()
    from unnest(
      ${sorted.map(({ plantKey }) => plantKey)}::integer[],
      ${sorted.map(({ windowAt }) => windowAt)}::timestamptz[]
    ) as mark (plant_key, window_at)
    on conflict (plant_key, window_at) do update set marked_at = excluded.marked_at
  `.execute(db);
}
