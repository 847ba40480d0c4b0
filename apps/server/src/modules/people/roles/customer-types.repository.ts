import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { revisionOf } from "../../../infra/postgres/revision-sql.ts";
import type { CustomerTypeInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { companiesInScope, rolesInScope } from "../../base/access/scope-sql.ts";

const revision = revisionOf("ct");

/** A customer type as stored; built-in names are still codes. */
export interface CustomerTypeRecord extends CustomerTypeInScope {
  readonly code: string | null;
  readonly name: string;
  readonly remarks: string;
  readonly isBuiltIn: boolean;
  readonly permissionIds: string[];
  readonly overriddenAt: Date | null;
  readonly revision: string;
  readonly roleCount: number;
  readonly accountCount: number;
}

/** The operator's customer type is visible to the operator only. */
const typesInScope = (scope: Scope) =>
  sql<boolean>`(${scope.isPlatform} or ct.code is distinct from 'platform-operator')`;

const typeColumns = (scope: Scope) => sql`
  ct.id as "customerTypeId", ct.code, ct.name, ct.remarks, ct.is_built_in as "isBuiltIn",
  ct.permission_ids as "permissionIds", ct.overridden_at as "overriddenAt", ${revision} as revision,
  (select count(*)::int from roles r where r.customer_type_id = ct.id and ${rolesInScope(scope)}) as "roleCount",
  (select count(*)::int from accounts a join roles assigned on assigned.id = a.role_id join companies c on c.id = a.company_id
    where assigned.customer_type_id = ct.id and a.cancelled_at is null and ${companiesInScope(scope)}) as "accountCount"`;

/** Customer types visible to the caller: built-in ones first, then by name. */
export async function listTypeRecords(
  db: Db,
  scope: Scope,
  page: { page: number; pageSize: number; order: "asc" | "desc" },
): Promise<{ rows: CustomerTypeRecord[]; total: number }> {
  const direction = page.order === "desc" ? sql`desc` : sql`asc`;
  const { rows } = await sql<CustomerTypeRecord & { total: number }>`
    select ${typeColumns(scope)}, count(*) over ()::int as total from customer_types ct where ${typesInScope(scope)}
    order by ct.is_built_in desc, lower(ct.name) ${direction}, ct.id
    limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}`.execute(db);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export async function findType(
  executor: Db | Transaction,
  scope: Scope,
  customerTypeId: string,
): Promise<CustomerTypeRecord | undefined> {
  const { rows } = await sql<CustomerTypeRecord>`
    select ${typeColumns(scope)} from customer_types ct where ct.id = ${customerTypeId} and ${typesInScope(scope)}`.execute(
    executor,
  );
  return rows[0];
}

/** The customer type, locked until the transaction ends. */
export async function lockType(
  trx: Transaction,
  scope: Scope,
  customerTypeId: string,
): Promise<CustomerTypeRecord | undefined> {
  await sql`select from customer_types where id = ${customerTypeId} for update`.execute(trx);
  return await findType(trx, scope, customerTypeId);
}

/** Whether another customer type has the name. Serializes concurrent checks until the transaction ends. */
export async function isTypeNameTaken(
  trx: Transaction,
  type: { name: string; exceptId?: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('heliograph.type-names'))`.execute(trx);
  const { rows } = await sql`
    select from customer_types where lower(name) = lower(${type.name}) and id is distinct from ${type.exceptId ?? null}::uuid`.execute(
    trx,
  );
  return rows.length > 0;
}

export interface TypeColumns {
  readonly name: string;
  readonly remarks: string;
  readonly permissionIds: readonly string[];
}

/** Adds a customer type, which belongs to the platform and to no company. */
export async function insertType(trx: Transaction, type: TypeColumns): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into customer_types (name, remarks, permission_ids)
    values (${type.name}, ${type.remarks}, ${type.permissionIds}) returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

export async function writeType(
  trx: Transaction,
  { customerTypeId }: CustomerTypeInScope,
  columns: TypeColumns,
): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    update customer_types ct set name = ${columns.name}, remarks = ${columns.remarks},
      permission_ids = ${columns.permissionIds}, updated_at = clock_timestamp()
    where ct.id = ${customerTypeId} returning ${revision} as revision`.execute(trx);
  return (rows[0] as { revision: string }).revision;
}

/** Number of roles of a type, in the caller's scope or not. */
export async function countRolesOf(
  trx: Transaction,
  { customerTypeId }: CustomerTypeInScope,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from roles where customer_type_id = ${customerTypeId}`.execute(trx);
  return rows[0]?.total ?? 0;
}

export async function removeType(trx: Transaction, { customerTypeId }: CustomerTypeInScope): Promise<void> {
  await sql`delete from customer_types where id = ${customerTypeId}`.execute(trx);
}

export interface RolePermissions {
  readonly roleId: string;
  readonly code: string | null;
  readonly name: string;
  readonly isBuiltIn: boolean;
  readonly permissionIds: string[];
}

/** Roles of a customer type with their permissions, in the caller's scope. */
export async function listRolesOfType(
  db: Db,
  scope: Scope,
  customerTypeId: string,
): Promise<RolePermissions[]> {
  const { rows } = await sql<RolePermissions>`
    select r.id as "roleId", r.code, r.name, r.is_built_in as "isBuiltIn", r.permission_ids as "permissionIds"
    from roles r where r.customer_type_id = ${customerTypeId} and ${rolesInScope(scope)}
    order by r.is_built_in desc, cardinality(r.permission_ids) desc, r.name, r.id limit 200`.execute(db);
  return rows;
}

/** Gives every role of a customer type all its permissions; returns the previous ones of those that differed. */
export async function overrideRoles(
  trx: Transaction,
  { customerTypeId }: CustomerTypeInScope,
): Promise<{ roleId: string; permissionIds: string[] }[]> {
  const { rows } = await sql<{ roleId: string; permissionIds: string[] }>`
    with before as (
      select r.id, r.permission_ids from roles r join customer_types ct on ct.id = r.customer_type_id
      where ct.id = ${customerTypeId} and r.permission_ids <> ct.permission_ids
      for update of r
    )
    update roles r set permission_ids = ct.permission_ids, updated_at = clock_timestamp()
    from before, customer_types ct where r.id = before.id and ct.id = ${customerTypeId}
    returning r.id as "roleId", before.permission_ids as "permissionIds"`.execute(trx);
  return rows;
}

export async function markOverridden(
  trx: Transaction,
  { customerTypeId }: CustomerTypeInScope,
  at: Date,
): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    update customer_types ct set overridden_at = ${at}, updated_at = clock_timestamp()
    where ct.id = ${customerTypeId} returning ${revision} as revision`.execute(trx);
  return (rows[0] as { revision: string }).revision;
}
