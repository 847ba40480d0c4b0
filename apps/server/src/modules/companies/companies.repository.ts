import type { CompanyDetail } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { companiesAbove, companiesInScope, plantsInScope, rolesInScope } from "../access/access.service.ts";
import { companyCode } from "../identity/identity.service.ts";

/** Of a company `c`: microseconds of its last change. */
export const companyRevision = sql.raw("(extract(epoch from c.updated_at) * 1000000)::bigint::text");

export interface NewCompany {
  upstreamCompanyId: string;
  name: string;
  address: string;
  contact: string;
  contactPhone: string;
  contactEmail: string;
}

export async function insertCompany(trx: Transaction, company: NewCompany): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into companies (upstream_id, name, address, contact, contact_phone, contact_email)
    values (${company.upstreamCompanyId}, ${company.name}, ${company.address}, ${company.contact},
      ${company.contactPhone}, ${company.contactEmail})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** A company as the database knows it; the operator's own name is still a code. */
export interface CompanyRecord extends Omit<CompanyDetail, "createdAt"> {
  readonly createdAt: Date;
  readonly code: string | null;
  readonly upstreamCode: string | null;
}

export async function findCompanyRow(
  db: Db,
  scope: Scope,
  companyId: string,
): Promise<CompanyRecord | undefined> {
  const { rows } = await sql<CompanyRecord>`
    select c.id as "companyId", ${companyRevision} as revision, c.upstream_id as "upstreamCompanyId",
      head.id as "administratorId", c.name, ${companyCode("c")} as code, c.address, c.contact,
      c.contact_phone as "contactPhone", c.contact_email as "contactEmail", head.user_name as "administratorName",
      head.phone as "administratorPhone", coalesce(head.email, head.phone) as "administratorAccount",
      up.name as "upstreamCompanyName", ${companyCode("up")} as "upstreamCode",
      (select count(*)::int from plants p where p.company_id = c.id and ${plantsInScope(scope)}) as "plantCount",
      (select count(*)::int from accounts a where a.company_id = c.id and a.cancelled_at is null) as "accountCount",
      (select count(*)::int from companies below where below.upstream_id = c.id) as "companyCount",
      c.created_at as "createdAt"
    from companies c
    left join companies up on up.id = c.upstream_id
    left join accounts head on head.id = c.administrator_id and head.cancelled_at is null
    where c.id = ${companyId} and ${companiesInScope(scope)}`.execute(db);
  return rows[0];
}

export interface GivableRole {
  roleId: string;
  isSuper: boolean;
  isOperatorType: boolean;
  /** What an account with this role may do. */
  permissionIds: string[];
}

/** A role that can be given to accounts of a company: built in, or made by that company or one above it. */
export async function findGivableRole(
  executor: Db | Transaction,
  scope: Scope,
  options: { roleId: string; companyId: string },
): Promise<GivableRole | undefined> {
  const { rows } = await sql<GivableRole>`
    select r.id as "roleId", coalesce(r.code = 'ROOT', false) as "isSuper",
      coalesce(ct.code = 'platform-operator', false) as "isOperatorType",
      array(select unnest(r.permission_ids) intersect select unnest(ct.permission_ids)) as "permissionIds"
    from roles r join customer_types ct on ct.id = r.customer_type_id
    where r.id = ${options.roleId} and ${rolesInScope(scope)}
      and (r.is_built_in or r.company_id in ${companiesAbove(options.companyId)})`.execute(executor);
  return rows[0];
}
