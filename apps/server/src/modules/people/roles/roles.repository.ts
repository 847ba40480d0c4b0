import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { revisionOf } from "../../../infra/postgres/revision-sql.ts";
import type { CustomerTypeInScope, RoleInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import {
  companiesAbove,
  companiesInScope,
  editableRoles,
  rolesInScope,
} from "../../base/access/scope-sql.ts";
import { builtInCompanyCode } from "../../base/names/names-sql.ts";
import { listAssignableIds } from "./role-rights.service.ts";

const revision = revisionOf("r");

/** A role as stored; built-in names are still codes. */
export interface RoleRecord extends RoleInScope {
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
  readonly isEditable: boolean;
  readonly permissionIds: string[];
  readonly typePermissionIds: string[];
  readonly revision: string;
}

const roleColumns = (scope: Scope) => sql`
  r.id as "roleId", r.customer_type_id as "customerTypeId", ct.code as "typeCode", ct.name as "customerTypeName", r.code,
  r.name, r.remarks, r.is_built_in as "isBuiltIn", r.company_id as "companyId", maker.name as "companyName",
  ${builtInCompanyCode("maker")} as "companyCode", ${editableRoles(scope)} as "isEditable", r.permission_ids as "permissionIds",
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

/** Whether the caller may assign a role to accounts of a company; the same rules as for adding and changing accounts. */
function isAssignable(scope: Scope, companyId: string): RawBuilder<boolean> {
  const canHaveOperatorRole = scope.isPlatform && companyId === scope.companyId;
  return sql<boolean>`(
    (r.is_built_in or r.company_id in ${companiesAbove(companyId)})
    and (${canHaveOperatorRole} or ct.code is distinct from 'platform-operator')
    and (${scope.isSuper} or (
      r.code is distinct from 'ROOT'
      and array(select unnest(r.permission_ids) intersect select unnest(ct.permission_ids))
        <@ ${[...listAssignableIds(scope)]}::text[]
    )))`;
}

/** Roles in the caller's scope: built-in ones first, then by name. */
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

/** The role, locked until the transaction ends. */
export async function lockRole(
  trx: Transaction,
  scope: Scope,
  roleId: string,
): Promise<RoleRecord | undefined> {
  const { rows } = await sql<RoleRecord>`
    select ${roleColumns(scope)} from ${roleJoins} where r.id = ${roleId} and ${rolesInScope(scope)}
    for update of r`.execute(trx);
  return rows[0];
}

/** Whether a company has a role of the type and name. Concurrent checks wait for each other. */
export async function isRoleNameTaken(
  trx: Transaction,
  scope: Scope,
  role: { companyId: string; customerTypeId: string; name: string; exceptId?: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('heliograph.role-names'))`.execute(trx);
  const { rows } = await sql`
    select from roles r join companies c on c.id = r.company_id
    where c.id = ${role.companyId} and ${companiesInScope(scope)} and r.customer_type_id = ${role.customerTypeId}
      and not r.is_built_in and lower(r.name) = lower(${role.name})
      and r.id is distinct from ${role.exceptId ?? null}::uuid`.execute(trx);
  return rows.length > 0;
}

export interface RoleColumns {
  readonly name: string;
  readonly remarks: string;
  readonly permissionIds: readonly string[];
}

/** Adds a role of the caller's company. */
export async function insertRole(
  trx: Transaction,
  scope: Scope,
  role: RoleColumns & { customerTypeId: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, remarks, permission_ids)
    values (${scope.companyId}, ${role.customerTypeId}, ${role.name}, ${role.remarks}, ${role.permissionIds})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

export async function writeRole(
  trx: Transaction,
  { roleId }: RoleInScope,
  columns: RoleColumns,
): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    update roles r set name = ${columns.name}, remarks = ${columns.remarks}, permission_ids = ${columns.permissionIds},
      updated_at = clock_timestamp()
    where r.id = ${roleId} returning ${revision} as revision`.execute(trx);
  return (rows[0] as { revision: string }).revision;
}

/** Number of accounts with a role, in the caller's scope or not. */
export async function countHolders(trx: Transaction, { roleId }: RoleInScope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from accounts where role_id = ${roleId} and cancelled_at is null`.execute(
    trx,
  );
  return rows[0]?.total ?? 0;
}

export async function listRoleIdsOfCompany(trx: Transaction, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from roles where company_id = ${companyId} and not is_built_in`.execute(trx);
  return rows.map(({ id }) => id);
}

export async function deleteRoles(trx: Transaction, roleIds: readonly string[]): Promise<void> {
  await sql`delete from roles where id = any(${roleIds}::uuid[])`.execute(trx);
}

/** Signed-in accounts with a role, or with any role of a customer type. */
export async function listSignedIn(
  trx: Transaction,
  of: RoleInScope | CustomerTypeInScope,
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
