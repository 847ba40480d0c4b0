import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";

/** Plants with dirty windows, the longest waiting first; `only` and `except` narrow them. */
export async function listMarkedPlants(
  db: Db,
  filter: { only?: readonly number[]; except?: readonly number[]; limit: number },
): Promise<number[]> {
  const { only, except = [], limit } = filter;
  const { rows } = await sql<{ plant_key: number }>`
    select plant_key from rollup_marks
    where plant_key <> all (${except}::integer[]) and ${only ? sql`plant_key = any (${only}::integer[])` : sql`true`}
    group by plant_key order by min(marked_at) limit ${limit}
  `.execute(db);
  return rows.map((row) => row.plant_key);
}

export interface TakenMark {
  plantKey: number;
  windowAt: number;
  /** As text, since a Date would lose the microseconds and the mark would never be found again. */
  markedAt: string;
}

/** The newest dirty windows of each plant: what people look at is computed before what came in late. */
export async function takeMarks(
  trx: Transaction,
  plants: readonly { plantKey: number; limit: number }[],
): Promise<TakenMark[]> {
  const { rows } = await sql<{ plant_key: number; window_at: Date; marked_at: string }>`
    select mark.plant_key, mark.window_at, mark.marked_at::text as marked_at
    from unnest(
      ${plants.map(({ plantKey }) => plantKey)}::integer[],
      ${plants.map(({ limit }) => limit)}::integer[]
    ) as wanted (plant_key, at_most)
    cross join lateral (
      select * from rollup_marks r where r.plant_key = wanted.plant_key order by window_at desc limit wanted.at_most
    ) as mark
  `.execute(trx);
  return rows.map((row) => ({
    plantKey: row.plant_key,
    windowAt: row.window_at.getTime(),
    markedAt: row.marked_at,
  }));
}

/** A window that was marked again meanwhile stays marked, and waits since now. */
export async function deleteMarks(db: Db | Transaction, marks: readonly TakenMark[]): Promise<void> {
  await sql`
    delete from rollup_marks r
    using unnest(
      ${marks.map(({ plantKey }) => plantKey)}::integer[],
      ${marks.map(({ windowAt }) => new Date(windowAt).toISOString())}::timestamptz[],
      ${marks.map(({ markedAt }) => markedAt)}::timestamptz[]
    ) as taken (plant_key, window_at, marked_at)
    where r.plant_key = taken.plant_key and r.window_at = taken.window_at and r.marked_at = taken.marked_at
  `.execute(db);
  // Never waits for a writer that is marking: two that wait for each other's rows would both fail.
  await sql`
    update rollup_marks set pending_since = clock_timestamp()
    where (plant_key, window_at) in (
      select r.plant_key, r.window_at from rollup_marks r
      join unnest(
        ${marks.map(({ plantKey }) => plantKey)}::integer[],
        ${marks.map(({ windowAt }) => new Date(windowAt).toISOString())}::timestamptz[]
      ) as taken (plant_key, window_at) on r.plant_key = taken.plant_key and r.window_at = taken.window_at
      for update of r skip locked
    )
  `.execute(db);
}

// Any number that no other lock of this database uses as its first key.
const lockClass = 71_001;

/** Those of the plants that no other process computes; held until the transaction ends. */
export async function lockPlants(trx: Transaction, plantKeys: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ plant_key: number }>`
    select plant_key from unnest(${plantKeys}::integer[]) as wanted (plant_key)
    where pg_try_advisory_xact_lock(${lockClass}, plant_key)
  `.execute(trx);
  return rows.map((row) => row.plant_key);
}

/** Until when every stored sample is known to have been marked; undefined before the first time. */
export async function findCheckpoint(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ marked_until: Date }>`select marked_until from rollup_checkpoint`.execute(db);
  return rows[0]?.marked_until.getTime();
}

export async function saveCheckpoint(db: Db, markedUntil: number): Promise<void> {
  const at = new Date(markedUntil).toISOString();
  await sql`
    insert into rollup_checkpoint (marked_until) values (${at})
    on conflict (only_row) do update set marked_until = greatest(rollup_checkpoint.marked_until, excluded.marked_until)
  `.execute(db);
}
