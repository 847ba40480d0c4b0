import { sql } from "kysely";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";

/** Marks windows by their starts, in the given order. */
export async function insertMarks(
  db: Db | Transaction,
  windows: readonly { plantKey: number; windowAt: string }[],
): Promise<void> {
  await sql`
    insert into rollup_marks (plant_key, window_at, marked_at)
    select plant_key, window_at, clock_timestamp()
    from unnest(
      ${windows.map(({ plantKey }) => plantKey)}::integer[],
      ${windows.map(({ windowAt }) => windowAt)}::timestamptz[]
    ) as mark (plant_key, window_at)
    on conflict (plant_key, window_at) do update set marked_at = excluded.marked_at
  `.execute(db);
}

export interface MarkFilter {
  only?: readonly number[];
  except?: readonly number[];
  limit: number;
}

async function selectMarkedPlants(
  db: Db,
  { only, except = [], limit }: MarkFilter,
  condition: ReturnType<typeof sql>,
): Promise<number[]> {
  const { rows } = await sql<{ plant_key: number }>`
    select plant_key from rollup_marks
    where plant_key <> all (${except}::integer[]) and ${only ? sql`plant_key = any (${only}::integer[])` : sql`true`}
      and ${condition}
    group by plant_key order by min(marked_at) limit ${limit}
  `.execute(db);
  return rows.map((row) => row.plant_key);
}

/** Plants with marked windows, the longest waiting first; `only` and `except` narrow them. */
export function listMarkedPlants(db: Db, filter: MarkFilter): Promise<number[]> {
  return selectMarkedPlants(db, filter, sql`true`);
}

// No gateway that sends what it buffered waits this long between two reports.
const QUIET_MS = 1_000;

/** Plants with marked windows that began before an instant, once none of those of any plant was marked again for a second. */
export function listPlantsWithQuietMarks(db: Db, filter: MarkFilter, beganBefore: number): Promise<number[]> {
  const isLate = sql`window_at < ${new Date(beganBefore).toISOString()}`;
  return selectMarkedPlants(
    db,
    filter,
    sql`${isLate} and not exists (
      select from rollup_marks
      where ${isLate} and marked_at > clock_timestamp() - make_interval(secs => ${QUIET_MS / 1000})
    )`,
  );
}

export interface StoredMark {
  plantKey: number;
  windowAt: number;
  /** Text, since a Date would lose the microseconds that identify the mark. */
  markedAt: string;
}

/** The newest marked windows of each plant: current figures are computed before late data. */
export async function listMarks(
  trx: Transaction,
  plants: readonly { plantKey: number; limit: number }[],
): Promise<StoredMark[]> {
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

/** Deletes marks of computed windows. A window that was marked again meanwhile stays marked, pending since now. */
export async function deleteMarks(db: Db | Transaction, marks: readonly StoredMark[]): Promise<void> {
  await sql`
    delete from rollup_marks r
    using unnest(
      ${marks.map(({ plantKey }) => plantKey)}::integer[],
      ${marks.map(({ windowAt }) => new Date(windowAt).toISOString())}::timestamptz[],
      ${marks.map(({ markedAt }) => markedAt)}::timestamptz[]
    ) as taken (plant_key, window_at, marked_at)
    where r.plant_key = taken.plant_key and r.window_at = taken.window_at and r.marked_at = taken.marked_at
  `.execute(db);
  // Skips rows that a writer is marking, since waiting for them could deadlock.
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

// A number that no other advisory lock of this database uses as its first key.
const LOCK_CLASS = 71_001;

/** Locks the plants that no other process computes until the transaction ends, and returns them. */
export async function lockPlants(trx: Transaction, plantKeys: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ plant_key: number }>`
    select plant_key from unnest(${plantKeys}::integer[]) as wanted (plant_key)
    where pg_try_advisory_xact_lock(${LOCK_CLASS}, plant_key)
  `.execute(trx);
  return rows.map((row) => row.plant_key);
}

/** Locks plants like `lockPlants`, and waits for those that another process computes. */
export async function waitForPlants(trx: Transaction, plantKeys: readonly number[]): Promise<void> {
  // In one order, so that two of these never wait for each other.
  const sorted = [...plantKeys].sort((a, b) => a - b);
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS}, plant_key) from unnest(${sorted}::integer[]) as wanted (plant_key)`.execute(
    trx,
  );
}

/** Instant until which every stored sample is marked; undefined before the first checkpoint. */
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

export async function deleteMarksOfPlants(trx: Transaction, plantKeys: readonly number[]): Promise<void> {
  await sql`delete from rollup_marks where plant_key = any(${plantKeys}::int[])`.execute(trx);
}
