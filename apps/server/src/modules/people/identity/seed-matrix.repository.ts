import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";

interface SeededEntry {
  readonly code: string;
  /** Shown by exports only: built-in entries are named by their code in each language. */
  readonly name: string;
  readonly permissionIds: readonly string[];
}

/** Returns the platform operator's company, inserting it unless it exists. */
export async function findOrInsertOperator(trx: Transaction, name: string): Promise<string> {
  await sql`
    insert into companies (name) select ${name}
    where not exists (select from companies where upstream_id is null)`.execute(trx);
  const { rows } = await sql<{ id: string }>`select id from companies where upstream_id is null`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** Returns a built-in customer type, inserting it unless it exists. */
export async function findOrInsertType(trx: Transaction, type: SeededEntry): Promise<string> {
  await sql`
    insert into customer_types (code, name, is_built_in, permission_ids)
    values (${type.code}, ${type.name}, true, ${type.permissionIds})
    on conflict (code) do nothing`.execute(trx);
  const { rows } = await sql<{ id: string }>`select id from customer_types where code = ${type.code}`.execute(
    trx,
  );
  return (rows[0] as { id: string }).id;
}

/** Inserts a built-in role unless it exists. */
export async function insertRole(
  trx: Transaction,
  role: SeededEntry & { companyId: string; customerTypeId: string },
): Promise<void> {
  await sql`
    insert into roles (code, company_id, customer_type_id, name, is_built_in, permission_ids)
    values (${role.code}, ${role.companyId}, ${role.customerTypeId}, ${role.name}, true, ${role.permissionIds})
    on conflict (code) do nothing`.execute(trx);
}

/** Gives the operator's customer type and the role ROOT the permissions of this version. */
export async function updateOperatorPermissions(
  trx: Transaction,
  { code, permissionIds }: Pick<SeededEntry, "code" | "permissionIds">,
): Promise<void> {
  await sql`
    update customer_types set permission_ids = ${permissionIds}, updated_at = now()
    where code = ${code} and permission_ids <> ${permissionIds}::text[]`.execute(trx);
  await sql`
    update roles set permission_ids = ${permissionIds}, updated_at = now()
    where code = 'ROOT' and permission_ids <> ${permissionIds}::text[]`.execute(trx);
}

export async function getRootRoleId(trx: Transaction): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from roles where code = 'ROOT'`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** Serializes the processes that create or reset what exists once. */
export async function lockIdentity(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('heliograph.identity'))`.execute(trx);
}
