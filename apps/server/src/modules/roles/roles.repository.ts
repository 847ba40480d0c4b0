import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { companiesAbove, companiesInScope, rolesInReach, rolesInScope } from "../access/access.service.ts";
import { listGivableIds } from "../companies/companies.service.ts";
import { companyCode } from "../identity/identity.service.ts";

const revision = sql.raw("(extract(epoch from r.updated_at) * 1000000)::bigint::text");

/** A role as the database knows it; built-in names are still codes. */
export interface RoleRecord {
  readonly roleId: string;
  readonly customerTypeId: string;
  readonly typeCode: string | null;
  readonly customerTypeName: string;
  readonly code: string | null;
  readonly name: string;
  readonly remarks: string;
  readonly isBuiltIn: boolean;
  readonly companyId: string;
  readonly companyName: string;
  readonly companyCode: string | null;
  readonly accountCount: number;
  readonly isInReach: boolean;
  readonly permissionIds: string[];
  readonly typePermissionIds: string[];
  readonly revision: string;
}

const roleColumns = (scope: Scope) => sql`
  r.id as "roleId", r.customer_type_id as "customerTypeId", ct.code as "typeCode", ct.name as "customerTypeName", r.code,
  r.name, r.remarks, r.is_built_in as "isBuiltIn", r.company_id as "companyId", maker.name as "companyName",
  ${companyCode("maker")} as "companyCode", ${rolesInReach(scope)} as "isInReach", r.permission_ids as "permissionIds",
  ct.permission_ids as "typePermissionIds", ${revision} as revision,
  (select count(*)::int from accounts a join companies c on c.id = a.company_id
    where a.role_id = r.id and a.cancelled_at is null and ${companiesInScope(scope)}) as "accountCount"`;

const roleJoins = sql`
  roles r join customer_types ct on ct.id = r.customer_type_id join companies maker on maker.id = r.company_id`;

export interface RoleFilter {
  readonly customerTypeId?: string | undefined;
  readonly companyId?: string | undefined;
  readonly search?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
  readonly order: "asc" | "desc";
}

/** Roles that the caller may give to accounts of a company, as adding and changing an account decide it. */
function isAssignable(scope: Scope, companyId: string): RawBuilder<boolean> {
  const mayHoldOperator = scope.isPlatform && companyId === scope.companyId;
  return sql<boolean>`(
    (r.is_built_in or r.company_id in ${companiesAbove(companyId)})
    and (${mayHoldOperator} or ct.code is distinct from 'platform-operator')
    and (${scope.isSuper} or (
      r.code is distinct from 'ROOT'
      and array(select unnest(r.permission_ids) intersect select unnest(ct.permission_ids))
        <@ ${[...listGivableIds(scope)]}::text[]
    )))`;
}

/** Roles the caller may see: built-in ones first, then by name. */
export async function listRoleRecords(
  db: Db,
  scope: Scope,
  filter: RoleFilter,
): Promise<{ rows: RoleRecord[]; total: number }> {
  const typeId = filter.customerTypeId ?? null;
  const { companyId } = filter;
  const search = filter.search ? `%${filter.search.replace(/[\\%_]/g, "\\$&")}%` : null;
  const direction = filter.order === "desc" ? sql`desc` : sql`asc`;
  const { rows } = await sql<RoleRecord & { total: number }>`
    select ${roleColumns(scope)}, count(*) over ()::int as total from ${roleJoins}
    where ${rolesInScope(scope)} and ${companyId === undefined ? sql`true` : isAssignable(scope, companyId)}
      and (${typeId}::uuid is null or r.customer_type_id = ${typeId}::uuid)
      and (${search}::text is null or r.name ilike ${search} or r.remarks ilike ${search})
    order by r.is_built_in desc, r.name ${direction}, r.id
    limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(db);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export async function findRole(db: Db, scope: Scope, roleId: string): Promise<RoleRecord | undefined> {
  const { rows } = await sql<RoleRecord>`
    select ${roleColumns(scope)} from ${roleJoins} where r.id = ${roleId} and ${rolesInScope(scope)}`.execute(
    db,
  );
  return rows[0];
}

/** The role as it stands, locked until the transaction ends. */
export async function takeRole(
  trx: Transaction,
  scope: Scope,
  roleId: string,
): Promise<RoleRecord | undefined> {
  const { rows } = await sql<RoleRecord>`
    select ${roleColumns(scope)} from ${roleJoins} where r.id = ${roleId} and ${rolesInScope(scope)}
    for update of r`.execute(trx);
  return rows[0];
}

/** A company's roles of one type have each a name of their own; whoever looks at once waits. */
export async function isRoleNameTaken(
  trx: Transaction,
  _scope: Scope,
  role: { companyId: string; customerTypeId: string; name: string; exceptId?: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('heliograph.role-names'))`.execute(trx);
  const { rows } = await sql`
    select from roles where company_id = ${role.companyId} and customer_type_id = ${role.customerTypeId}
      and not is_built_in and lower(name) = lower(${role.name}) and id is distinct from ${role.exceptId ?? null}::uuid`.execute(
    trx,
  );
  return rows.length > 0;
}

export interface RoleColumns {
  readonly name: string;
  readonly remarks: string;
  readonly permissionIds: readonly string[];
}

export async function insertRole(
  trx: Transaction,
  _scope: Scope,
  role: RoleColumns & { companyId: string; customerTypeId: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, remarks, permission_ids)
    values (${role.companyId}, ${role.customerTypeId}, ${role.name}, ${role.remarks}, ${role.permissionIds})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

export async function writeRole(
  trx: Transaction,
  _scope: Scope,
  roleId: string,
  columns: RoleColumns,
): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    update roles r set name = ${columns.name}, remarks = ${columns.remarks}, permission_ids = ${columns.permissionIds},
      updated_at = clock_timestamp()
    where r.id = ${roleId} returning ${revision} as revision`.execute(trx);
  return (rows[0] as { revision: string }).revision;
}

/** How many accounts hold a role, in reach or not. */
export async function countHolders(trx: Transaction, _scope: Scope, roleId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from accounts where role_id = ${roleId} and cancelled_at is null`.execute(
    trx,
  );
  return rows[0]?.total ?? 0;
}

/** Removes a role; rows of cancelled accounts, which may do nothing any more, go to a built-in one. */
export async function removeRole(trx: Transaction, _scope: Scope, roleId: string): Promise<void> {
  await sql`
    update accounts set role_id = (select id from roles where code = 'family')
    where role_id = ${roleId} and cancelled_at is not null`.execute(trx);
  await sql`delete from roles where id = ${roleId}`.execute(trx);
}

/** Signed-in accounts whose rights come from a role, or from any role of a type. */
export async function listSignedIn(
  trx: Transaction,
  of: { roleId: string } | { customerTypeId: string },
): Promise<string[]> {
  const condition =
    "roleId" in of ? sql`r.id = ${of.roleId}` : sql`r.customer_type_id = ${of.customerTypeId}`;
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a join roles r on r.id = a.role_id
    where ${condition} and exists (select from sessions s where s.account_id = a.id and s.ended_at is null)`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
