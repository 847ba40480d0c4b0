import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { companyCode } from "./built-in-names.ts";

export interface SignInAccount {
  id: string;
  companyId: string;
  passwordHash: string | null;
  isOpen: boolean;
}

/** The account of an email or a phone number in its one form (normalizeAccountName). */
export async function findSignInAccount(db: Db, account: string): Promise<SignInAccount | undefined> {
  const condition = account.includes("@") ? sql`lower(email) = ${account}` : sql`phone = ${account}`;
  const { rows } = await sql<SignInAccount>`
    select id, company_id as "companyId", password_hash as "passwordHash",
      disabled_at is null and cancelled_at is null as "isOpen"
    from accounts where ${condition}`.execute(db);
  return rows[0];
}

/** The stored password of an account; undefined while it has none. */
export async function findPasswordHash(db: Db, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ passwordHash: string | null }>`
    select password_hash as "passwordHash" from accounts where id = ${accountId}`.execute(db);
  return rows[0]?.passwordHash ?? undefined;
}

/** The same, its row held until the transaction ends: a change of the password waits, or has been seen. */
export async function lockPasswordHash(trx: Transaction, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ passwordHash: string | null }>`
    select password_hash as "passwordHash" from accounts where id = ${accountId} for no key update`.execute(
    trx,
  );
  return rows[0]?.passwordHash ?? null;
}

/** Sets another password; who has proved the old one and owes a second factor starts again. */
export async function updatePasswordHash(trx: Transaction, accountId: string, hash: string): Promise<void> {
  await sql`update accounts set password_hash = ${hash}, updated_at = now() where id = ${accountId}`.execute(
    trx,
  );
  await sql`delete from second_steps where account_id = ${accountId}`.execute(trx);
}

/** Another hash of the same password; nothing happens when the password was changed meanwhile. */
export async function renewPasswordHash(
  db: Db,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update accounts set password_hash = ${to} where id = ${accountId} and password_hash = ${from}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Where an account (by its alias) is written to: a proved contact before one that somebody else typed. */
export const noticeContact = (alias: string) => sql<string | null>`
  coalesce(case when ${sql.ref(`${alias}.email_verified_at`)} is not null then ${sql.ref(`${alias}.email`)} end,
    case when ${sql.ref(`${alias}.phone_verified_at`)} is not null then ${sql.ref(`${alias}.phone`)} end,
    ${sql.ref(`${alias}.email`)}, ${sql.ref(`${alias}.phone`)})`;

export interface AccountRow {
  accountId: string;
  userName: string;
  nickname: string;
  email: string | null;
  phone: string | null;
  isEmailProved: boolean;
  isPhoneProved: boolean;
  salutation: "Mr" | "Ms" | null;
  relation: "customer" | "colleague";
  companyId: string;
  companyName: string;
  roleName: string;
  roleCode: string | null;
  customerTypeName: string;
  customerTypeCode: string | null;
  emailNotify: boolean;
  avatarId: string | null;
  language: "zh-cn" | "en" | "pt" | "th";
  companyCode: string | null;
  upstreamCompanyName: string | null;
  upstreamCode: string | null;
  contact: string;
  supervisorName: string | null;
}

export async function findAccountRow(db: Db, accountId: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select a.id as "accountId", a.user_name as "userName", a.nickname, a.email, a.phone, a.salutation, a.relation,
      a.email_verified_at is not null as "isEmailProved", a.phone_verified_at is not null as "isPhoneProved",
      a.company_id as "companyId", c.name as "companyName", r.name as "roleName", r.code as "roleCode",
      ct.name as "customerTypeName", ct.code as "customerTypeCode", a.email_notify as "emailNotify", a.language,
      ${companyCode("c")} as "companyCode", a.contact, a.avatar_id as "avatarId",
      up.name as "upstreamCompanyName", ${companyCode("up")} as "upstreamCode",
      (select s.user_name from accounts s where s.id = a.supervisor_id and s.cancelled_at is null) as "supervisorName"
    from accounts a join companies c on c.id = a.company_id join roles r on r.id = a.role_id
      join customer_types ct on ct.id = r.customer_type_id left join companies up on up.id = c.upstream_id
    where a.id = ${accountId}`.execute(db);
  return rows[0];
}
