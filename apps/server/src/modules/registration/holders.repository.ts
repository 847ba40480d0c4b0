import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { companyCode } from "../identity/identity.service.ts";

export type ContactKind = "email" | "phone";

export const verifiedColumns = { email: "email_verified_at", phone: "phone_verified_at" } as const;

/** Which of an account's contacts a target is, in its one form (normalizeAccountName). */
export const kindOf = (target: string): ContactKind => (target.includes("@") ? "email" : "phone");

/** The account that has an email or a phone number. */
export interface Holder {
  accountId: string;
  companyId: string;
  language: Language;
  /** `invited`: nobody has chosen a password for it yet. `closed`: disabled. */
  state: "active" | "invited" | "closed";
  /** Whether a code proved that the target is the account's. */
  isVerified: boolean;
  companyName: string;
  companyCode: string | null;
}

/** SQL condition on the alias `a` (accounts): it has this target, in its one form (normalizeAccountName). */
export const matchesTarget = (target: string) =>
  target.includes("@") ? sql<boolean>`lower(a.email) = ${target}` : sql<boolean>`a.phone = ${target}`;

/** Whose a target is, in its one form (normalizeAccountName). */
export async function findHolder(executor: Db | Transaction, target: string): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select a.id as "accountId", a.company_id as "companyId", a.language,
      case when a.disabled_at is not null or a.cancelled_at is not null then 'closed'
        when a.password_hash is null then 'invited' else 'active' end as state,
      ${sql.ref(`a.${verifiedColumns[kindOf(target)]}`)} is not null as "isVerified",
      c.name as "companyName", ${companyCode("c")} as "companyCode"
    from accounts a join companies c on c.id = a.company_id where ${matchesTarget(target)}`.execute(executor);
  return rows[0];
}

/** Whether the account that has a target, if one does, was signed in from an address before. */
export async function isFamiliarAddress(
  trx: Transaction,
  { target, address }: { target: string; address: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from accounts a join sessions s on s.account_id = a.id
    where ${matchesTarget(target)} and s.address = ${address} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Whether an account has a target, proved or not. */
export async function hasContact(
  trx: Transaction,
  { target, accountId }: { target: string; accountId: string },
): Promise<boolean> {
  return (await findHolder(trx, target))?.accountId === accountId;
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

/** Sets a contact that a code has just proved. */
export async function writeContact(
  trx: Transaction,
  { accountId, kind, value }: { accountId: string; kind: ContactKind; value: string },
): Promise<void> {
  await sql`
    update accounts set ${sql.ref(kind)} = ${value}, ${sql.ref(verifiedColumns[kind])} = clock_timestamp(),
      updated_at = now()
    where id = ${accountId}`.execute(trx);
}

/** A code that went to the account's own contact has come back; false when the contact is another one by now. */
export async function writeProof(
  trx: Transaction,
  { accountId, target }: { accountId: string; target: string },
): Promise<boolean> {
  const kind = kindOf(target);
  const { numAffectedRows } = await sql`
    update accounts a set ${sql.ref(verifiedColumns[kind])} = clock_timestamp()
    where a.id = ${accountId} and a.cancelled_at is null and ${matchesTarget(target)}`.execute(trx);
  return numAffectedRows === 1n;
}
