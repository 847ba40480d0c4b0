import type { CompanyDetail } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { revisionOf } from "../../../infra/postgres/revision-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { companiesInScope, plantsInScope } from "../../base/access/scope-sql.ts";
import { builtInCompanyCode } from "../../base/names/names-sql.ts";

/** Revision of a company `c`. */
export const companyRevision = revisionOf("c");

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

/** A company as stored; the operator's built-in name is still a code. */
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
      head.id as "administratorId", c.name, ${builtInCompanyCode("c")} as code, c.address, c.contact,
      c.contact_phone as "contactPhone", c.contact_email as "contactEmail", head.user_name as "administratorName",
      head.phone as "administratorPhone", coalesce(head.email, head.phone) as "administratorAccount",
      up.name as "upstreamCompanyName", ${builtInCompanyCode("up")} as "upstreamCode",
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
