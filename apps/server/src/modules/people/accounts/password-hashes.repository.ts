import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { hasContact } from "./accounts.repository.ts";

/** What a sign-in by password checks. */
export interface Credentials {
  readonly id: string;
  readonly companyId: string;
  readonly passwordHash: string | null;
  readonly isOpen: boolean;
}

/** Credentials of the account with a contact in normalized form. */
export async function findCredentials(db: Db, contact: string): Promise<Credentials | undefined> {
  const { rows } = await sql<Credentials>`
    select id, company_id as "companyId", password_hash as "passwordHash",
      disabled_at is null and cancelled_at is null as "isOpen"
    from accounts a where ${hasContact(contact)}`.execute(db);
  return rows[0];
}

/** The stored hash of an account; undefined while it has no password. */
export async function findPasswordHash(db: Db, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ passwordHash: string | null }>`
    select password_hash as "passwordHash" from accounts where id = ${accountId}`.execute(db);
  return rows[0]?.passwordHash ?? undefined;
}

/** The stored hash, its row locked: a concurrent change of the password waits, or is seen. */
export async function lockPasswordHash(trx: Transaction, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ passwordHash: string | null }>`
    select password_hash as "passwordHash" from accounts where id = ${accountId} for no key update`.execute(
    trx,
  );
  return rows[0]?.passwordHash ?? null;
}

export async function updatePasswordHash(trx: Transaction, accountId: string, hash: string): Promise<void> {
  await sql`
    update accounts set password_hash = ${hash}, updated_at = clock_timestamp() where id = ${accountId}`.execute(
    trx,
  );
}

/** Replaces a hash by another one of the same password; false when the password was changed meanwhile. */
export async function replacePasswordHash(
  db: Db,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update accounts set password_hash = ${to} where id = ${accountId} and password_hash = ${from}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
