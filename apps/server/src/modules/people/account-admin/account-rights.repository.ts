import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { companiesInScope, isInForce, isKept } from "../../base/access/scope-sql.ts";
import type { Rights } from "../roles/role-rights.service.ts";

/** Plants chosen for an account or owned by it, as `plant_id`. */
const plantsOf = (accountId: RawBuilder<unknown>) => sql`
  (select plant_id from account_scope_plants where account_id = ${accountId}
    union all select id from plants where owner_id = ${accountId} and deleted_at is null)`;

/** Whether the account (alias `a`) has access to no plant of the companies that the caller has no access to. */
function isWithinPlantAccess(scope: Scope): RawBuilder<boolean> {
  if (scope.jurisdiction === "company") return sql<boolean>`true`;
  return sql<boolean>`(a.scope_kind = 'plants' and not exists (
    select from ${plantsOf(sql`a.id`)} theirs
    where theirs.plant_id not in ${plantsOf(sql`${scope.accountId}::uuid`)}
  ))`;
}

/** Columns of `Rights`: what an account (aliases `a`, its role `r` and the role's type `ct`) may do. */
export const accountRights = (scope: Scope) => sql`
  coalesce(r.code = 'ROOT', false) as "isSuper", ${isWithinPlantAccess(scope)} as "isWithinPlantAccess",
  array(select unnest(r.permission_ids) intersect select unnest(ct.permission_ids)) as "permissionIds"`;

/** What an open account in the caller's scope may do; its row is locked until the transaction ends. */
export async function lockAccountRights(
  trx: Transaction,
  scope: Scope,
  accountId: string,
): Promise<Required<Rights> | undefined> {
  const { rows } = await sql<Required<Rights>>`
    select ${accountRights(scope)}
    from accounts a join companies c on c.id = a.company_id join roles r on r.id = a.role_id
    join customer_types ct on ct.id = r.customer_type_id
    where a.id = ${accountId} and a.cancelled_at is null and ${companiesInScope(scope)} for update of a`.execute(
    trx,
  );
  return rows[0];
}

/** Whether an account may supervise in a company: it belongs to it or to the one above, and is in the caller's scope. */
export async function canSupervise(
  trx: Transaction,
  scope: Scope,
  options: { supervisorId: string; companyId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from accounts a join companies c on c.id = a.company_id
    where a.id = ${options.supervisorId} and a.cancelled_at is null and ${companiesInScope(scope)}
      and (c.id = ${options.companyId} or c.id = (select upstream_id from companies where id = ${options.companyId}))`.execute(
    trx,
  );
  return rows.length > 0;
}

/** What decides the permissions of an account, as it is stored, and the plants it owns or is a member of. */
export interface RightSources {
  readonly userName: string;
  readonly isSuper: boolean;
  readonly scopeKind: "company" | "plants";
  readonly roleName: string;
  readonly roleCode: string | null;
  readonly typeName: string;
  readonly typeCode: string | null;
  readonly ofRole: string[];
  readonly ofType: string[];
  readonly ownedPlants: number;
  readonly sharedPlants: number;
}

/** Of an open account in the caller's scope. */
export async function findRightSources(
  db: Db,
  scope: Scope,
  accountId: string,
): Promise<RightSources | undefined> {
  const { rows } = await sql<RightSources>`
    select a.user_name as "userName", coalesce(r.code = 'ROOT', false) as "isSuper", a.scope_kind as "scopeKind",
      r.name as "roleName", r.code as "roleCode", ct.name as "typeName", ct.code as "typeCode",
      r.permission_ids as "ofRole", ct.permission_ids as "ofType",
      (select count(*)::int from plants p where p.owner_id = a.id and ${isKept}) as "ownedPlants",
      (select count(*)::int from plant_grants granted join plants p on p.id = granted.plant_id
        where granted.account_id = a.id and ${isInForce} and ${isKept}) as "sharedPlants"
    from accounts a join companies c on c.id = a.company_id join roles r on r.id = a.role_id
    join customer_types ct on ct.id = r.customer_type_id
    where a.id = ${accountId} and a.cancelled_at is null and ${companiesInScope(scope)}`.execute(db);
  return rows[0];
}
