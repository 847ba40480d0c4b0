import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

/** Whether a press of the journal is in the database. */
export async function isPressKnown(db: Db, pressId: string): Promise<boolean> {
  const { rows } = await sql`select from safety_presses where press_id = ${pressId}`.execute(db);
  return rows.length > 0;
}

/** Returns whether it was not in the database yet. */
export async function insertPress(
  trx: Transaction,
  {
    pressId,
    plantId,
    acceptedAt,
    rightsAt,
  }: { pressId: string; plantId: string; acceptedAt: Date; rightsAt: Date },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into safety_presses (press_id, plant_id, accepted_at, rights_at, imported_at)
    values (${pressId}, ${plantId}, ${acceptedAt}, ${rightsAt}, ${now})
    on conflict (press_id) do nothing returning 1`.execute(trx);
  return rows.length > 0;
}

/** Gives a running shutdown another holder, who pressed earlier. */
export async function replaceHolder(
  trx: Transaction,
  holder: { operationId: string; authorId: string | undefined; acceptedAt: Date; idempotencyKey: string },
): Promise<void> {
  const { operationId, authorId, acceptedAt, idempotencyKey } = holder;
  await sql`
    update safety_operations
    set author_id = ${authorId ?? null}, accepted_at = ${acceptedAt}, idempotency_key = ${idempotencyKey}
    where id = ${operationId}`.execute(trx);
}
