import { sql } from "kysely";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";

/** Days of a plant, both included, that are to be counted again. */
export interface RecountedDays {
  readonly plantKey: number;
  readonly fromDay: string;
  readonly toDay: string;
}

export interface StoredRecount extends RecountedDays {
  readonly plantId: string;
  /** Text, since a Date would lose the microseconds that identify the request. */
  readonly requestedAt: string;
}

/** Requests that days of a plant are counted again, beside those that wait already. */
export async function requestRecount(
  trx: Transaction,
  { plantKey, fromDay, toDay }: RecountedDays,
): Promise<void> {
  await sql`
    insert into day_recounts (plant_key, from_day, to_day)
    values (${plantKey}, ${fromDay}::date, ${toDay}::date)
    on conflict (plant_key) do update set from_day = least(day_recounts.from_day, excluded.from_day),
      to_day = greatest(day_recounts.to_day, excluded.to_day), requested_at = clock_timestamp()`.execute(trx);
}

/** Requests of plants, the longest waiting first; only of these keys when given. */
export async function listRecounts(db: Db, only?: readonly number[]): Promise<StoredRecount[]> {
  const { rows } = await sql<StoredRecount>`
    select r.plant_key as "plantKey", p.id as "plantId", r.from_day as "fromDay", r.to_day as "toDay",
      r.requested_at::text as "requestedAt"
    from day_recounts r join plants p on p.key = r.plant_key
    where ${only ? sql`r.plant_key = any(${only}::integer[])` : sql`true`}
    order by r.requested_at`.execute(db);
  return rows;
}

/** Deletes a request that was met; one that came in between stays. */
export async function deleteRecount(db: Db, { plantKey, requestedAt }: StoredRecount): Promise<void> {
  await sql`
    delete from day_recounts where plant_key = ${plantKey} and requested_at = ${requestedAt}::timestamptz`.execute(
    db,
  );
}
