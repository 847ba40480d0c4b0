import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";

/** An account that may give another one a new contact. */
export interface AdministratorOf {
  readonly administratorId: string;
  /** Name of the account that is administered. */
  readonly accountName: string;
}

/** Who added an account, if that account is open, else the administrator of its company; never the account itself. */
export async function findAdministratorOf(
  trx: Transaction,
  accountId: string,
): Promise<AdministratorOf | undefined> {
  const { rows } = await sql<AdministratorOf>`
    select x.id as "administratorId", a.user_name as "accountName"
    from accounts a join companies c on c.id = a.company_id
    join accounts x on x.id in (a.created_by, c.administrator_id)
    where a.id = ${accountId} and x.id <> a.id and x.disabled_at is null and x.cancelled_at is null
    order by (x.id = a.created_by) desc nulls last limit 1`.execute(trx);
  return rows[0];
}
