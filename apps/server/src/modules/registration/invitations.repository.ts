import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { companyCode } from "../identity/identity.service.ts";

/** An open invitation: the account it is for, and who it comes from. */
export interface InvitationRow {
  accountId: string;
  companyId: string;
  email: string | null;
  phone: string | null;
  userName: string;
  companyName: string;
  companyCode: string | null;
  expiresAt: Date;
}

/** The account has no password yet and is open; `lock` keeps the row until the transaction ends. */
export async function findInvitation(
  executor: Db | Transaction,
  { tokenHash, now, isLocking = false }: { tokenHash: Buffer; now: Date; isLocking?: boolean },
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select a.id as "accountId", a.company_id as "companyId", a.email, a.phone, a.user_name as "userName",
      c.name as "companyName", ${companyCode("c")} as "companyCode", i.expires_at as "expiresAt"
    from invitations i join accounts a on a.id = i.account_id join companies c on c.id = a.company_id
    where i.token_hash = ${tokenHash} and i.expires_at > ${now} and a.password_hash is null
      and a.disabled_at is null and a.cancelled_at is null
    ${isLocking ? sql`for update of i, a` : sql``}`.execute(executor);
  return rows[0];
}

export async function insertInvitation(
  trx: Transaction,
  invitation: { tokenHash: Buffer; accountId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into invitations (token_hash, account_id, created_at, expires_at)
    values (${invitation.tokenHash}, ${invitation.accountId}, ${invitation.createdAt}, ${invitation.expiresAt})`.execute(
    trx,
  );
}

/** The invited person has chosen a password; the link is worth nothing from now on. */
export async function acceptInvitation(
  trx: Transaction,
  account: { accountId: string; userName: string; language: Language; passwordHash: string },
): Promise<void> {
  await sql`
    update accounts set password_hash = ${account.passwordHash}, user_name = ${account.userName},
      language = ${account.language}, updated_at = now()
    where id = ${account.accountId}`.execute(trx);
  await sql`delete from invitations where account_id = ${account.accountId}`.execute(trx);
}

/** Takes an account back that nobody has chosen a password for; its row stays without anything personal. */
export async function withdrawInvited(trx: Transaction, accountId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update accounts set cancelled_at = now(), email = null, phone = null, user_name = '-', nickname = '', contact = '',
      remarks = '', updated_at = now()
    where id = ${accountId} and password_hash is null and cancelled_at is null`.execute(trx);
  await sql`delete from invitations where account_id = ${accountId}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Who invites: the person, and the company as the database knows it. */
export async function findInviter(
  trx: Transaction,
  options: { accountId: string; companyId: string },
): Promise<{ userName: string; companyName: string; companyCode: string | null }> {
  const { rows } = await sql<{ userName: string; companyName: string; companyCode: string | null }>`
    select a.user_name as "userName", c.name as "companyName", ${companyCode("c")} as "companyCode"
    from accounts a cross join companies c
    where a.id = ${options.accountId} and c.id = ${options.companyId}`.execute(trx);
  return rows[0] as { userName: string; companyName: string; companyCode: string | null };
}
