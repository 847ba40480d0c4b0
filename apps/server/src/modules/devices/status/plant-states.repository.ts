import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import { computedStates, STATE_COLUMNS } from "./plant-status-sql.ts";

/** Any number: names the lock of the process that stores states. */
const STORING_LOCK = 7_203_318;

/** Whether this transaction may store states; until it ends, no other may. */
async function lockStoring(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${STORING_LOCK}::bigint) as "isLocked"`.execute(trx);
  return rows[0]?.isLocked === true;
}

/** Plants whose states were stored. */
export interface StoredStates {
  readonly count: number;
  /** Those whose state became another because of the time. */
  readonly expiredPlantIds: readonly string[];
}

/** Whether a stored state is outdated; cheaper than to find that there is nothing to store. */
async function hasOutdatedStates(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isOutdated: boolean }>`
    select exists (select from plant_state_marks)
      or exists (select from plant_states where valid_until <= ${now}::timestamptz) as "isOutdated"`.execute(
    db,
  );
  return rows[0]?.isOutdated === true;
}

const nothing: StoredStates = { count: 0, expiredPlantIds: [] };
const columns = sql.raw(STATE_COLUMNS.join(", "));
const newValues = sql.raw(STATE_COLUMNS.map((name) => `${name} = excluded.${name}`).join(", "));
const shownColumns = (alias: string) =>
  sql.raw(
    `(${["reason", "gateway_count", "online_count", "level", "power_w"].map((name) => `${alias}.${name}`)})`,
  );

/**
 * Computes and stores the states of plants with marks, and of those whose state is no longer valid. One statement: the
 * marks it deletes and the rows it reads are of the same snapshot, so that a mark is deleted only together with storing the
 * change it is about. Writers are not blocked. Does nothing while another process does it.
 */
export async function storeOutdatedStates(db: Db, now: Date): Promise<StoredStates> {
  if (!(await hasOutdatedStates(db, now))) return nothing;
  return await db.transaction().execute(async (trx) => {
    // The statement that stores begins after the lock is held: it must not compute from an older snapshot than the last.
    if (!(await lockStoring(trx))) return nothing;
    const { rows } = await sql<{ plantId: string; hasExpired: boolean }>`
      with marks as (delete from plant_state_marks returning plant_id),
      outdated as materialized (
        select id from plants where id in (
          select plant_id from marks union select plant_id from plant_states where valid_until <= ${now}::timestamptz
        )
      ),
      stored as (
        insert into plant_states as s (plant_id, ${columns})
        ${computedStates(now, sql.raw("outdated"))}
        on conflict (plant_id) do update set ${newValues}
        returning s.*
      )
      select stored.plant_id as "plantId",
        coalesce(former.valid_until <= ${now}::timestamptz, false)
          and ${shownColumns("stored")} is distinct from ${shownColumns("former")} as "hasExpired"
      from stored left join plant_states former on former.plant_id = stored.plant_id`.execute(trx);
    return {
      count: rows.length,
      expiredPlantIds: rows.flatMap(({ plantId, hasExpired }) => (hasExpired ? [plantId] : [])),
    };
  });
}

/** The planner's figures of a table that has just been filled. */
export async function analyzeStates(db: Db): Promise<void> {
  await sql`analyze plant_states`.execute(db);
}
