import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { CompanyInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { companiesAbove, companiesInScope, companyTree } from "../../base/access/scope-sql.ts";
import { builtInCompanyCode } from "../../base/names/names-sql.ts";
import { companyRevision } from "./companies.repository.ts";

/** What an editor changes of a company. */
export interface CompanyColumns {
  readonly name: string;
  readonly address: string;
  readonly contact: string;
  readonly contactPhone: string;
  readonly contactEmail: string;
  readonly administratorId: string | null;
  readonly upstreamCompanyId: string | null;
}

export interface EditedCompany extends CompanyInScope {
  readonly columns: CompanyColumns;
  readonly code: string | null;
  readonly revision: string;
}

/** Serializes moves and removals of companies: two that are valid on their own can make a cycle together. */
export async function lockCompanyTree(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('heliograph.companies'))`.execute(trx);
}

/** The company, locked until the transaction ends. */
export async function findCompanyForUpdate(
  trx: Transaction,
  scope: Scope,
  companyId: string,
): Promise<EditedCompany | undefined> {
  const { rows } = await sql<CompanyColumns & { code: string | null; revision: string }>`
    select c.name, c.address, c.contact, c.contact_phone as "contactPhone", c.contact_email as "contactEmail",
      c.administrator_id as "administratorId", c.upstream_id as "upstreamCompanyId", ${builtInCompanyCode("c")} as code,
      ${companyRevision} as revision
    from companies c where c.id = ${companyId} and ${companiesInScope(scope)} for update of c`.execute(trx);
  const [row] = rows;
  if (!row) return undefined;
  const { code, revision, ...columns } = row;
  return { companyId, columns, code, revision } as EditedCompany;
}

export async function updateCompany(
  trx: Transaction,
  { companyId }: CompanyInScope,
  columns: CompanyColumns,
): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    update companies c set named_after = case when c.name = ${columns.name} then c.named_after end,
      name = ${columns.name}, address = ${columns.address}, contact = ${columns.contact},
      contact_phone = ${columns.contactPhone}, contact_email = ${columns.contactEmail},
      administrator_id = ${columns.administratorId}, upstream_id = ${columns.upstreamCompanyId},
      updated_at = clock_timestamp()
    where c.id = ${companyId} returning ${companyRevision} as revision`.execute(trx);
  return (rows[0] as { revision: string }).revision;
}

export async function isAccountOf(
  trx: Transaction,
  { companyId }: CompanyInScope,
  accountId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from accounts
    where id = ${accountId} and company_id = ${companyId} and cancelled_at is null`.execute(trx);
  return rows.length > 0;
}

/** Whether a company may be placed below another: one in the caller's scope, and neither itself nor below itself. */
export async function isValidUpstream(
  trx: Transaction,
  scope: Scope,
  options: { companyId: string; upstreamCompanyId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from companies c
    where c.id = ${options.upstreamCompanyId} and ${companiesInScope(scope)}
      and ${options.companyId}::uuid not in ${companiesAbove(options.upstreamCompanyId)}`.execute(trx);
  return rows.length > 0;
}

/** Names of roles of accounts in the company or below whose creating company would no longer be above them. */
export async function listRolesLeftBehind(
  trx: Transaction,
  { companyId }: CompanyInScope,
  upstreamCompanyId: string,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct r.name from accounts a join roles r on r.id = a.role_id
    where a.company_id in ${companyTree(companyId)} and a.cancelled_at is null and not r.is_built_in
      and r.company_id not in ${companyTree(companyId)}
      and r.company_id not in ${companiesAbove(upstreamCompanyId)}
    order by 1`.execute(trx);
  return rows.map(({ name }) => name);
}

/** Signed-in accounts of the companies above a company, which lose access to it when it is moved. */
export async function listSignedInAbove(
  trx: Transaction,
  { columns: { upstreamCompanyId } }: EditedCompany,
): Promise<string[]> {
  if (upstreamCompanyId === null) return [];
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a
    where a.company_id in ${companiesAbove(upstreamCompanyId)}
      and exists (select from sessions s where s.account_id = a.id and s.ended_at is null)`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Counts what belongs to a company and prevents its deletion. */
export async function countCompanyDependents(trx: Transaction, { companyId }: CompanyInScope) {
  const { rows } = await sql<{ accounts: number; companies: number; plants: number; roles: number }>`
    select
      (select count(*)::int from accounts where company_id = ${companyId} and cancelled_at is null) as accounts,
      (select count(*)::int from companies where upstream_id = ${companyId}) as companies,
      (select count(*)::int from plants where company_id = ${companyId} or installer_company_id = ${companyId}) as plants,
      (select count(*)::int from roles r where r.company_id = ${companyId} and exists (
        select from accounts a where a.role_id = r.id and a.cancelled_at is null)) as roles`.execute(trx);
  return rows[0] as { accounts: number; companies: number; plants: number; roles: number };
}

/** Frees what refers to a company: its administrator and the devices reserved for it. */
export async function clearCompanyReferences(trx: Transaction, { companyId }: CompanyInScope): Promise<void> {
  await sql`update companies set administrator_id = null where id = ${companyId}`.execute(trx);
  await sql`update devices set company_id = null where company_id = ${companyId}`.execute(trx);
}

/** Deletes a company that nothing refers to any more. */
export async function deleteCompany(trx: Transaction, { companyId }: CompanyInScope): Promise<void> {
  await sql`delete from companies where id = ${companyId}`.execute(trx);
}
