import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { AccountInScope } from "../../base/access/in-scope.ts";

/** Whether an account cannot be cancelled: it owns plants, supervises accounts or administers companies. */
export async function hasDependents(trx: Transaction, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ hasDependents: boolean }>`
    select exists (select from plants where owner_id = ${accountId} and deleted_at is null)
      or exists (select from accounts where supervisor_id = ${accountId} and cancelled_at is null)
      or exists (select from companies where administrator_id = ${accountId}) as "hasDependents"`.execute(
    trx,
  );
  return rows[0]?.hasDependents === true;
}

/** What prevents an account from being cancelled: the names of the first five of each kind, and how many there are. */
export async function listDependents(trx: Transaction, { accountId }: AccountInScope) {
  const { rows } = await sql<{
    path: "plants" | "supervised" | "administered";
    count: number;
    names: string;
  }>`
    select path, count(*)::int as count,
      string_agg(name, ', ' order by lower(name)) filter (where place <= 5) as names
    from (
      select path, name, row_number() over (partition by path order by lower(name)) as place from (
        select 'plants' as path, name from plants where owner_id = ${accountId} and deleted_at is null
        union all
        select 'supervised', user_name from accounts where supervisor_id = ${accountId} and cancelled_at is null
        union all
        select 'administered', name from companies where administrator_id = ${accountId}
      ) dependents
    ) numbered
    group by path order by path`.execute(trx);
  return rows;
}
