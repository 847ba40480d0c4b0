import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

export interface MarkRow {
  readonly markId: string;
  readonly accountId: string;
  readonly note: string;
  readonly markedAt: Date;
}

/** "Keep shut" marks of a plant, the oldest first. */
export async function listMarks(db: Db, plantId: string): Promise<MarkRow[]> {
  const { rows } = await sql<MarkRow>`
    select id as "markId", account_id as "accountId", note, marked_at as "markedAt"
    from safety_marks where plant_id = ${plantId} and ended_at is null order by marked_at, id`.execute(db);
  return rows;
}

/** A mark of the plant, also one that has ended. */
export async function findMark(
  db: Db,
  { plantId, markId }: { plantId: string; markId: string },
): Promise<{ accountId: string; isOpen: boolean } | undefined> {
  const { rows } = await sql<{ accountId: string; isOpen: boolean }>`
    select account_id as "accountId", ended_at is null as "isOpen"
    from safety_marks where id = ${markId} and plant_id = ${plantId}`.execute(db);
  return rows[0];
}

/** Returns whether there was none of this account. */
export async function insertMark(
  trx: Transaction,
  mark: { plantId: string; accountId: string; note: string; markedAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into safety_marks (plant_id, account_id, note, marked_at)
    values (${mark.plantId}, ${mark.accountId}, ${mark.note}, ${mark.markedAt})
    on conflict (plant_id, account_id) where ended_at is null do nothing returning 1`.execute(trx);
  return rows.length > 0;
}

/** Ends the mark of an account; returns whether there was one. */
export async function endMark(
  trx: Transaction,
  { plantId, accountId, at }: { plantId: string; accountId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update safety_marks set ended_at = ${at}
    where plant_id = ${plantId} and account_id = ${accountId} and ended_at is null returning 1`.execute(trx);
  return rows.length > 0;
}
