import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { builtInCompanyCode } from "../../base/names/names-sql.ts";

/** An open invitation: the account it is for, and the inviting company. */
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

/** Finds an open invitation whose account is open and has no password; `isLocking` locks both rows. */
export async function findInvitation(
  executor: Db | Transaction,
  { tokenHash, now, isLocking = false }: { tokenHash: Buffer; now: Date; isLocking?: boolean },
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select a.id as "accountId", a.company_id as "companyId", a.email, a.phone, a.user_name as "userName",
      c.name as "companyName", ${builtInCompanyCode("c")} as "companyCode", i.expires_at as "expiresAt"
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

/** Deletes the invitations of an account, so that their links are no longer valid. */
export async function deleteInvitationsOf(trx: Transaction, accountId: string): Promise<void> {
  await sql`delete from invitations where account_id = ${accountId}`.execute(trx);
}

/** The inviting user's name, and the company's as stored. */
export async function findInviter(
  trx: Transaction,
  options: { accountId: string; companyId: string },
): Promise<{ userName: string; companyName: string; companyCode: string | null }> {
  const { rows } = await sql<{ userName: string; companyName: string; companyCode: string | null }>`
    select a.user_name as "userName", c.name as "companyName", ${builtInCompanyCode("c")} as "companyCode"
    from accounts a cross join companies c
    where a.id = ${options.accountId} and c.id = ${options.companyId}`.execute(trx);
  return rows[0] as { userName: string; companyName: string; companyCode: string | null };
}
