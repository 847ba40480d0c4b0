import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { isKnownAccount } from "../../base/access/history-sql.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Actor } from "../../base/access/scope.ts";
import { readsAlarms } from "../../base/access/scope-sql.ts";
import { companyNameIn } from "../../base/names/names-sql.ts";

export interface Assignee {
  readonly accountId: string;
  readonly userName: string;
  readonly companyName: string;
}

const MAX_ASSIGNEES = 50;

/** Accounts known to the caller that read the alarms of the plant, by name; only the given one, or those a search finds. */
export async function listAssigneeRows(
  db: Db | Transaction,
  { scope, language }: Pick<Actor, "scope" | "language">,
  { plantId, accountId, search }: Pick<PlantInScope, "plantId"> & { accountId?: string; search?: string },
): Promise<Assignee[]> {
  const pattern = search ? `%${search.replace(/[\\%_]/g, "\\$&")}%` : null;
  const companyName = companyNameIn("c", language);
  const { rows } = await sql<Assignee>`
    select a.id as "accountId", a.user_name as "userName", ${companyName} as "companyName"
    from plants p
    cross join lateral (select p.id as plant_id) l
    join accounts a on true
    join companies c on c.id = a.company_id
    join roles r on r.id = a.role_id join customer_types ct on ct.id = r.customer_type_id
    where p.id = ${plantId} and (${accountId ?? null}::uuid is null or a.id = ${accountId ?? null})
      and (${pattern}::text is null or a.user_name ilike ${pattern} or ${companyName} ilike ${pattern})
      and ${isKnownAccount(scope)} and ${readsAlarms()}
    order by a.id <> ${scope.accountId ?? null}::uuid, a.user_name collate natural_order, a.id
    limit ${MAX_ASSIGNEES}`.execute(db);
  return rows;
}
