import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";

/** Other accounts with the role ROOT that can sign in; an invited one has no password yet and cannot. */
export async function countOtherRoots(trx: Transaction, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from accounts a join roles r on r.id = a.role_id
    where r.code = 'ROOT' and a.scope_kind = 'company' and a.disabled_at is null and a.cancelled_at is null
      and a.password_hash is not null
      and a.id <> ${accountId}`.execute(trx);
  return rows[0]?.total ?? 0;
}
