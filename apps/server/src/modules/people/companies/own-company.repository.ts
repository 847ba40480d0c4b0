import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";

/** Inserts a company below the platform operator. */
export async function insertOwnCompany(trx: Transaction, name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into companies (upstream_id, name)
    select id, ${name} from companies where upstream_id is null
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** Sets the first administrator; `isNamedAfter` marks a company whose name is the account's and is erased with it. */
export async function setFirstAdministrator(
  trx: Transaction,
  { companyId, accountId, isNamedAfter }: { companyId: string; accountId: string; isNamedAfter: boolean },
): Promise<void> {
  await sql`
    update companies set administrator_id = ${accountId}, named_after = ${isNamedAfter ? accountId : null}
    where id = ${companyId}`.execute(trx);
}
