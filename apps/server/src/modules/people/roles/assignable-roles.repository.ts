import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { companiesAbove, rolesInScope } from "../../base/access/scope-sql.ts";

export interface AssignableRole {
  readonly isSuper: boolean;
  /** Belongs to the platform operator's customer type. */
  readonly isOperatorType: boolean;
  /** What an account with this role may do. */
  readonly permissionIds: string[];
}

/** A role that can be assigned to accounts of a company: built in, or created by that company or one above it. */
export async function findAssignableRole(
  executor: Db | Transaction,
  scope: Scope,
  { roleId, companyId }: { roleId: string; companyId: string },
): Promise<AssignableRole | undefined> {
  const { rows } = await sql<AssignableRole>`
    select coalesce(r.code = 'ROOT', false) as "isSuper",
      coalesce(ct.code = 'platform-operator', false) as "isOperatorType",
      array(select unnest(r.permission_ids) intersect select unnest(ct.permission_ids)) as "permissionIds"
    from roles r join customer_types ct on ct.id = r.customer_type_id
    where r.id = ${roleId} and ${rolesInScope(scope)}
      and (r.is_built_in or r.company_id in ${companiesAbove(companyId)})`.execute(executor);
  return rows[0];
}

export async function getBuiltInRoleId(executor: Db | Transaction, code: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from roles where code = ${code}`.execute(executor);
  return (rows[0] as { id: string }).id;
}
