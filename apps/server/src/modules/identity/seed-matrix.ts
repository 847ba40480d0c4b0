import { messages, seededMatrix } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";

/** Built-in customer types and roles are found by code; the stored names are only what an export would show. */
async function seedType(trx: Transaction, type: (typeof seededMatrix)[number]): Promise<string> {
  await sql`
    insert into customer_types (code, name, is_built_in, permission_ids)
    values (${type.code}, ${messages.en[`customerType.${type.code}`]}, true, ${type.permissionIds})
    on conflict (code) do nothing`.execute(trx);
  const { rows } = await sql<{ id: string }>`select id from customer_types where code = ${type.code}`.execute(
    trx,
  );
  return (rows[0] as { id: string }).id;
}

async function findOrAddOperator(trx: Transaction, name: string): Promise<string> {
  await sql`
    insert into companies (name) select ${name}
    where not exists (select from companies where upstream_id is null)`.execute(trx);
  const { rows } = await sql<{ id: string }>`select id from companies where upstream_id is null`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/**
 * Makes the platform operator's company, the customer types and the built-in roles where they are missing, and gives
 * the operator and ROOT the nodes a newer version brought. The caller holds the identity lock.
 */
export async function seedMatrix(trx: Transaction): Promise<{ companyId: string }> {
  const companyId = await findOrAddOperator(trx, messages.en["company.operator"]);
  for (const type of seededMatrix) {
    const typeId = await seedType(trx, type);
    for (const role of type.roles) {
      await sql`
        insert into roles (code, company_id, customer_type_id, name, is_built_in, permission_ids)
        values (${role.code}, ${companyId}, ${typeId}, ${messages.en[`role.${role.code}`]}, true, ${role.permissionIds})
        on conflict (code) do nothing`.execute(trx);
    }
  }
  const operator = seededMatrix[0];
  await sql`
    update customer_types set permission_ids = ${operator.permissionIds}, updated_at = now()
    where code = ${operator.code} and permission_ids <> ${operator.permissionIds}::text[]`.execute(trx);
  await sql`
    update roles set permission_ids = ${operator.permissionIds}, updated_at = now()
    where code = 'ROOT' and permission_ids <> ${operator.permissionIds}::text[]`.execute(trx);
  return { companyId };
}

/** One process at a time makes or resets what exists once; waits for the other. */
export async function lockIdentity(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('heliograph.identity'))`.execute(trx);
}
