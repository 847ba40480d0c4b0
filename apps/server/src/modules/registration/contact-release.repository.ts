import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";
import { noticeContact } from "../identity/identity.service.ts";
import { kindOf, matchesTarget, verifiedColumns } from "./holders.repository.ts";

/**
 * Removes a contact that the account has not verified, with the account's open invitation. Waits for a verification that
 * is under way; false when there is nothing unverified to remove.
 */
export async function removeUnverifiedContact(
  trx: Transaction,
  { accountId, target }: { accountId: string; target: string },
): Promise<boolean> {
  const kind = kindOf(target);
  const { numAffectedRows } = await sql`
    update accounts a set ${sql.ref(kind)} = null, updated_at = clock_timestamp()
    where a.id = ${accountId} and ${matchesTarget(target)} and ${sql.ref(`a.${verifiedColumns[kind]}`)} is null`.execute(
    trx,
  );
  if (numAffectedRows !== 1n) return false;
  await sql`delete from invitations where account_id = ${accountId}`.execute(trx);
  return true;
}

export interface AdministratorOf {
  readonly contact: string | null;
  readonly language: Language;
  /** Name of the account that is administered. */
  readonly accountName: string;
}

/** Who added an account, if that account is open, else the administrator of its company; never the account itself. */
export async function findAdministratorOf(
  trx: Transaction,
  accountId: string,
): Promise<AdministratorOf | undefined> {
  const { rows } = await sql<AdministratorOf>`
    select ${noticeContact("x")} as contact, x.language, a.user_name as "accountName"
    from accounts a join companies c on c.id = a.company_id
    join accounts x on x.id in (a.created_by, c.administrator_id)
    where a.id = ${accountId} and x.id <> a.id and x.disabled_at is null and x.cancelled_at is null
    order by (x.id = a.created_by) desc nulls last limit 1`.execute(trx);
  return rows[0];
}
