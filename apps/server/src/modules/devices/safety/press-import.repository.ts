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

/** Makes an earlier press that of a running shutdown; returns what the later one said. */
export async function replaceHolder(
  trx: Transaction,
  holder: {
    operationId: string;
    authorId: string | undefined;
    address: string;
    reason: string;
    acceptedAt: Date;
    idempotencyKey: string;
  },
): Promise<{ address: string; reason: string } | undefined> {
  const { operationId, authorId, address, reason, acceptedAt, idempotencyKey } = holder;
  const { rows } = await sql<{ address: string; reason: string }>`
    update safety_operations o
    set author_id = ${authorId ?? null}, address = ${address}, reason = ${reason}, accepted_at = ${acceptedAt},
      idempotency_key = ${idempotencyKey}
    from safety_operations later
    where o.id = ${operationId} and later.id = o.id returning later.address, later.reason`.execute(trx);
  return rows[0];
}
