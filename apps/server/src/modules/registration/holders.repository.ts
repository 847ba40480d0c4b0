import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";

/** The account that has an email or a phone number. */
export interface Holder {
  accountId: string;
  companyId: string;
  language: Language;
  /** `invited`: nobody has chosen a password for it yet. `closed`: disabled. */
  state: "active" | "invited" | "closed";
}

/** Whose a target is, in its one form (normalizeAccountName). */
export async function findHolder(executor: Db | Transaction, target: string): Promise<Holder | undefined> {
  const isMatch = target.includes("@") ? sql`lower(email) = ${target}` : sql`phone = ${target}`;
  const { rows } = await sql<Holder>`
    select id as "accountId", company_id as "companyId", language,
      case when disabled_at is not null or cancelled_at is not null then 'closed'
        when password_hash is null then 'invited' else 'active' end as state
    from accounts where ${isMatch}`.execute(executor);
  return rows[0];
}

export interface Contacts {
  email: string | null;
  phone: string | null;
  language: Language;
}

/** How an account is reached; its row stays this transaction's. */
export async function lockContacts(trx: Transaction, accountId: string): Promise<Contacts> {
  const { rows } = await sql<Contacts>`
    select email, phone, language from accounts where id = ${accountId} for update`.execute(trx);
  return rows[0] as Contacts;
}

export async function writeContact(
  trx: Transaction,
  { accountId, kind, value }: { accountId: string; kind: "email" | "phone"; value: string },
): Promise<void> {
  await sql`
    update accounts set ${sql.ref(kind)} = ${value}, updated_at = now() where id = ${accountId}`.execute(trx);
}
