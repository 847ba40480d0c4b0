import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";

/** Locks the account until the transaction ends and returns the id of its picture; undefined when it was cancelled. */
export async function lockAvatarId(trx: Transaction, accountId: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ avatarId: string | null }>`
    select avatar_id as "avatarId" from accounts
    where id = ${accountId} and cancelled_at is null for no key update`.execute(trx);
  return rows[0]?.avatarId;
}

export async function updateAvatarId(
  trx: Transaction,
  accountId: string,
  avatarId: string | null,
): Promise<void> {
  await sql`
    update accounts set avatar_id = ${avatarId}, updated_at = now()
    where id = ${accountId} and cancelled_at is null`.execute(trx);
}

/** Whether a picture is the one the account has now. */
export async function isAvatarOf(
  db: Db,
  { accountId, avatarId }: { accountId: string; avatarId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where id = ${accountId} and avatar_id = ${avatarId} and cancelled_at is null`.execute(
    db,
  );
  return rows.length > 0;
}
