import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { revisionOf } from "../../../infra/postgres/revision-sql.ts";
import type { ContactKind } from "./contacts.service.ts";
import { contactKindOf } from "./contacts.service.ts";

type Executor = Db | Transaction;

export interface NewAccount {
  readonly companyId: string;
  readonly roleId: string;
  readonly relation: "customer" | "colleague";
  readonly userName: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  /** Whether the email and phone given here are verified. */
  readonly isVerified?: boolean;
  readonly supervisorId?: string | undefined;
  readonly nickname?: string | undefined;
  readonly salutation?: "Mr" | "Ms" | undefined;
  readonly contact?: string | undefined;
  readonly remarks?: string | undefined;
  /** The language of the database's default unless given. */
  readonly language?: Language;
  /** With `plants` the account sees no plant until some are chosen for it. */
  readonly scopeKind?: "company" | "plants";
  readonly emailNotify?: boolean;
  readonly isDemo?: boolean;
  readonly createdBy?: string | undefined;
}

/** Inserts an account without a password. */
export async function insertAccount(trx: Transaction, account: NewAccount): Promise<string> {
  const { email = null, phone = null, isVerified = false, language } = account;
  const verifiedAt = (contact: string | null) => (isVerified && contact !== null ? sql`now()` : null);
  const { rows } = await sql<{ id: string }>`
    insert into accounts (company_id, role_id, relation, supervisor_id, user_name, nickname, salutation, email, phone,
      email_verified_at, phone_verified_at, contact, remarks, language, scope_kind, email_notify, is_demo, created_by)
    values (${account.companyId}, ${account.roleId}, ${account.relation}, ${account.supervisorId ?? null},
      ${account.userName}, ${account.nickname ?? ""}, ${account.salutation ?? null}, ${email}, ${phone},
      ${verifiedAt(email)}, ${verifiedAt(phone)}, ${account.contact ?? ""}, ${account.remarks ?? ""},
      ${language ?? sql`default`}, ${account.scopeKind ?? "company"}, ${account.emailNotify ?? true},
      ${account.isDemo ?? false}, ${account.createdBy ?? null})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

const columnNames = {
  companyId: "company_id",
  roleId: "role_id",
  supervisorId: "supervisor_id",
  userName: "user_name",
  nickname: "nickname",
  salutation: "salutation",
  email: "email",
  phone: "phone",
  contact: "contact",
  remarks: "remarks",
  avatarId: "avatar_id",
  emailNotify: "email_notify",
  language: "language",
  scopeKind: "scope_kind",
  disabledAt: "disabled_at",
} as const;

/** Columns to change; an absent or undefined one stays as it is. */
export interface AccountChanges {
  readonly companyId?: string;
  readonly roleId?: string;
  readonly supervisorId?: string | null;
  readonly userName?: string | undefined;
  readonly nickname?: string | undefined;
  readonly salutation?: "Mr" | "Ms" | null | undefined;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly contact?: string | undefined;
  readonly remarks?: string;
  readonly avatarId?: string | null;
  readonly emailNotify?: boolean | undefined;
  readonly language?: Language | undefined;
  readonly scopeKind?: "company" | "plants";
  readonly disabledAt?: Date | null;
}

/** Writes the given columns and returns the new revision. A changed contact loses its verification (trigger). */
export async function updateAccount(
  trx: Transaction,
  accountId: string,
  changes: AccountChanges,
): Promise<string> {
  const names = (Object.keys(columnNames) as (keyof AccountChanges)[]).filter(
    (name) => changes[name] !== undefined,
  );
  const assignments = names.map((name) => sql`${sql.ref(columnNames[name])} = ${changes[name]},`);
  const { rows } = await sql<{ revision: string }>`
    update accounts a set ${sql.join(assignments, sql` `)} updated_at = clock_timestamp()
    where a.id = ${accountId} returning ${revisionOf("a")} as revision`.execute(trx);
  return (rows[0] as { revision: string }).revision;
}

export interface LockedAccount {
  readonly companyId: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: Language;
  readonly avatarId: string | null;
  readonly hasPassword: boolean;
  readonly isDisabled: boolean;
  readonly isCancelled: boolean;
}

/** PostgreSQL's row locks: `share` lets others lock alike, `no key update` lets rows that refer to the account be inserted. */
export type LockStrength = "share" | "no key update" | "update";

export async function lockAccount(
  trx: Transaction,
  accountId: string,
  strength: LockStrength,
): Promise<LockedAccount | undefined> {
  const { rows } = await sql<LockedAccount>`
    select company_id as "companyId", email, phone, language, avatar_id as "avatarId",
      password_hash is not null as "hasPassword", disabled_at is not null as "isDisabled",
      cancelled_at is not null as "isCancelled"
    from accounts where id = ${accountId} for ${sql.raw(strength)}`.execute(trx);
  return rows[0];
}

/** Condition on the alias `a`: the account has this contact, in normalized form. */
export const hasContact = (contact: string) =>
  contactKindOf(contact) === "email" ? sql`lower(a.email) = ${contact}` : sql`a.phone = ${contact}`;

const verifiedColumns = { email: "email_verified_at", phone: "phone_verified_at" } as const;
const verifiedColumnOf = (kind: ContactKind, alias?: string) =>
  sql.ref(alias === undefined ? verifiedColumns[kind] : `${alias}.${verifiedColumns[kind]}`);

/** The account that has an email or a phone number. */
export interface ContactHolder {
  readonly accountId: string;
  readonly companyId: string;
  /** `invited`: no password has been chosen for it yet. `closed`: disabled or cancelled. */
  readonly state: "active" | "invited" | "closed";
  /** Whether a code has verified that the contact belongs to the account. */
  readonly isVerified: boolean;
}

export async function findAccountByContact(
  executor: Executor,
  contact: string,
): Promise<ContactHolder | undefined> {
  const { rows } = await sql<ContactHolder>`
    select a.id as "accountId", a.company_id as "companyId",
      case when a.disabled_at is not null or a.cancelled_at is not null then 'closed'
        when a.password_hash is null then 'invited' else 'active' end as state,
      ${verifiedColumnOf(contactKindOf(contact), "a")} is not null as "isVerified"
    from accounts a where ${hasContact(contact)}`.execute(executor);
  return rows[0];
}

/** Which of these contacts, in normalized form, another account has. */
export async function findTakenContacts(
  executor: Executor,
  { email = null, phone = null, exceptId }: TakenContactsQuery,
): Promise<{ email: boolean; phone: boolean }> {
  const { rows } = await sql<{ email: boolean; phone: boolean }>`
    select
      exists (select from accounts where lower(email) = ${email} and id is distinct from ${exceptId ?? null}::uuid) as email,
      exists (select from accounts where phone = ${phone} and id is distinct from ${exceptId ?? null}::uuid) as phone`.execute(
    executor,
  );
  return rows[0] as { email: boolean; phone: boolean };
}

export interface TakenContactsQuery {
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  /** The account whose own contacts do not count. */
  readonly exceptId?: string;
}

/** Sets a contact and its verification together. */
export async function updateVerifiedContact(
  trx: Transaction,
  { accountId, kind, value }: { accountId: string; kind: ContactKind; value: string },
): Promise<void> {
  await sql`
    update accounts set ${sql.ref(kind)} = ${value}, ${verifiedColumnOf(kind)} = clock_timestamp(),
      updated_at = clock_timestamp()
    where id = ${accountId}`.execute(trx);
}

/**
 * Marks a contact as verified; false when the account no longer has it. Verifications are no change of the account that
 * an editor could overwrite, so its revision stays.
 */
export async function markContactVerified(
  trx: Transaction,
  { accountId, contact }: { accountId: string; contact: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update accounts a set ${verifiedColumnOf(contactKindOf(contact))} = clock_timestamp()
    where a.id = ${accountId} and a.cancelled_at is null and ${hasContact(contact)}`.execute(trx);
  return numAffectedRows === 1n;
}

export async function deleteVerifications(trx: Transaction, accountId: string): Promise<void> {
  await sql`
    update accounts set email_verified_at = null, phone_verified_at = null where id = ${accountId}`.execute(
    trx,
  );
}

/** Removes a contact that is not verified. Waits for a verification in progress; false when there is nothing to remove. */
export async function deleteUnverifiedContact(
  trx: Transaction,
  { accountId, contact }: { accountId: string; contact: string },
): Promise<boolean> {
  const kind = contactKindOf(contact);
  const { numAffectedRows } = await sql`
    update accounts a set ${sql.ref(kind)} = null, updated_at = clock_timestamp()
    where a.id = ${accountId} and ${hasContact(contact)} and ${verifiedColumnOf(kind, "a")} is null`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

/** Where notifications for an account go. */
export interface Recipient {
  /** A verified contact rather than one that another user entered; null when the account has none. */
  readonly contact: string | null;
  readonly language: Language;
  readonly emailNotify: boolean;
  readonly isDisabled: boolean;
  readonly isCancelled: boolean;
}

export async function findRecipient(executor: Executor, accountId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select coalesce(case when email_verified_at is not null then email end,
        case when phone_verified_at is not null then phone end, email, phone) as contact,
      language, email_notify as "emailNotify", disabled_at is not null as "isDisabled",
      cancelled_at is not null as "isCancelled"
    from accounts where id = ${accountId}`.execute(executor);
  return rows[0];
}

/** Clears every personal field, the password and the references from accounts it supervised. */
export async function eraseAccount(
  trx: Transaction,
  { accountId, at }: { accountId: string; at: Date },
): Promise<void> {
  await sql`
    update accounts set user_name = 'cancelled', nickname = '', salutation = null, email = null, phone = null,
      contact = '', remarks = '', avatar_id = null, password_hash = null, email_notify = false, supervisor_id = null,
      cancelled_at = ${at}, updated_at = clock_timestamp()
    where id = ${accountId}`.execute(trx);
  await sql`update accounts set supervisor_id = null where supervisor_id = ${accountId}`.execute(trx);
}

/** Removes supervisors from another company from the accounts of a company. */
export async function clearSupervisors(
  trx: Transaction,
  { companyId, supervisorCompanyId }: { companyId: string; supervisorCompanyId: string },
): Promise<void> {
  await sql`
    update accounts set supervisor_id = null, updated_at = clock_timestamp()
    where company_id = ${companyId}
      and supervisor_id in (select id from accounts where company_id = ${supervisorCompanyId})`.execute(trx);
}

/** Moves the rows of cancelled accounts, to which the audit refers, to another company. */
export async function moveCancelledAccounts(
  trx: Transaction,
  { fromCompanyId, toCompanyId }: { fromCompanyId: string; toCompanyId: string },
): Promise<void> {
  await sql`
    update accounts set company_id = ${toCompanyId}, supervisor_id = null
    where company_id = ${fromCompanyId} and cancelled_at is not null`.execute(trx);
}

/** Gives cancelled accounts another role, so that theirs can be deleted; they have no access with any role. */
export async function replaceRolesOfCancelled(
  trx: Transaction,
  { roleIds, byRoleId }: { roleIds: readonly string[]; byRoleId: string },
): Promise<void> {
  await sql`
    update accounts set role_id = ${byRoleId}
    where role_id = any(${roleIds}::uuid[]) and cancelled_at is not null`.execute(trx);
}

/** Deletes demo accounts that own no plant. */
export async function deleteDemoAccounts(trx: Transaction): Promise<void> {
  await sql`
    delete from accounts a where a.is_demo and not exists (select from plants p where p.owner_id = a.id)`.execute(
    trx,
  );
}
