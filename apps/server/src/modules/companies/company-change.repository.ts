import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { companiesAbove, companiesInScope } from "../access/access.service.ts";
import { companyCode } from "../identity/identity.service.ts";
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

export interface EditedCompany {
  readonly columns: CompanyColumns;
  readonly code: string | null;
  readonly revision: string;
}

/** Moves and removals of companies wait for each other: two that are right alone can make a ring together. */
export async function lockCompanyTree(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('heliograph.companies'))`.execute(trx);
}

/** The company as it stands, locked until the transaction ends. */
export async function findCompanyForUpdate(
  trx: Transaction,
  scope: Scope,
  companyId: string,
): Promise<EditedCompany | undefined> {
  const { rows } = await sql<CompanyColumns & { code: string | null; revision: string }>`
    select c.name, c.address, c.contact, c.contact_phone as "contactPhone", c.contact_email as "contactEmail",
      c.administrator_id as "administratorId", c.upstream_id as "upstreamCompanyId", ${companyCode("c")} as code,
      ${companyRevision} as revision
    from companies c where c.id = ${companyId} and ${companiesInScope(scope)} for update of c`.execute(trx);
  const [row] = rows;
  if (!row) return undefined;
  const { code, revision, ...columns } = row;
  return { columns, code, revision };
}

export async function writeCompany(
  trx: Transaction,
  _scope: Scope,
  companyId: string,
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
  _scope: Scope,
  options: { accountId: string; companyId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from accounts
    where id = ${options.accountId} and company_id = ${options.companyId} and cancelled_at is null`.execute(
    trx,
  );
  return rows.length > 0;
}

/** How a company may stand under another: reached by the caller, and neither itself nor below itself. */
export async function isPlaceFor(
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

/** Ids of a company and all below it. */
const subtree = (companyId: string) => sql`(
  with recursive below as (
    select id from companies where id = ${companyId}
    union
    select lower.id from companies lower join below on lower.upstream_id = below.id
  )
  select id from below)`;

/** Names of roles that accounts of the company, or below it, hold from a company that would no longer be above them. */
export async function listRolesLeftBehind(
  trx: Transaction,
  _scope: Scope,
  options: { companyId: string; upstreamCompanyId: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct r.name from accounts a join roles r on r.id = a.role_id
    where a.company_id in ${subtree(options.companyId)} and a.cancelled_at is null and not r.is_built_in
      and r.company_id not in ${subtree(options.companyId)}
      and r.company_id not in ${companiesAbove(options.upstreamCompanyId)}
    order by 1`.execute(trx);
  return rows.map(({ name }) => name);
}

/** A supervisor belongs to the company or to the one above: whoever supervises from the old one does no longer. */
export async function dropSupervisorsOf(
  trx: Transaction,
  _scope: Scope,
  options: { companyId: string; oldUpstreamId: string },
): Promise<void> {
  await sql`
    update accounts set supervisor_id = null, updated_at = clock_timestamp()
    where company_id = ${options.companyId}
      and supervisor_id in (select id from accounts where company_id = ${options.oldUpstreamId})`.execute(
    trx,
  );
}

/** Signed-in accounts of a company and of those above it: who loses sight of what is moved away below. */
export async function listWatchersAbove(
  trx: Transaction,
  _scope: Scope,
  companyId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a
    where a.company_id in ${companiesAbove(companyId)}
      and exists (select from sessions s where s.account_id = a.id and s.ended_at is null)`.execute(trx);
  return rows.map(({ id }) => id);
}

/** What belongs to a company and keeps it from being removed, with how many there are. */
export async function countCompanyHolds(trx: Transaction, _scope: Scope, companyId: string) {
  const { rows } = await sql<{ accounts: number; companies: number; plants: number; roles: number }>`
    select
      (select count(*)::int from accounts where company_id = ${companyId} and cancelled_at is null) as accounts,
      (select count(*)::int from companies where upstream_id = ${companyId}) as companies,
      (select count(*)::int from plants where company_id = ${companyId} or installer_company_id = ${companyId}) as plants,
      (select count(*)::int from roles r where r.company_id = ${companyId} and exists (
        select from accounts a where a.role_id = r.id and a.cancelled_at is null)) as roles`.execute(trx);
  return rows[0] as { accounts: number; companies: number; plants: number; roles: number };
}

/**
 * Removes a company with the roles nobody holds. Rows of cancelled accounts stay, as what they did refers to them: they
 * go to the company above, and to a built-in role.
 */
export async function removeCompany(trx: Transaction, _scope: Scope, companyId: string): Promise<void> {
  await sql`update companies set administrator_id = null where id = ${companyId}`.execute(trx);
  await sql`
    update accounts set company_id = (select upstream_id from companies where id = ${companyId}),
      role_id = (select id from roles where code = 'family'), supervisor_id = null
    where company_id = ${companyId} and cancelled_at is not null`.execute(trx);
  await sql`
    update accounts set role_id = (select id from roles where code = 'family')
    where cancelled_at is not null and role_id in (select id from roles where company_id = ${companyId})`.execute(
    trx,
  );
  await sql`update devices set company_id = null where company_id = ${companyId}`.execute(trx);
  await sql`delete from roles where company_id = ${companyId}`.execute(trx);
  await sql`delete from companies where id = ${companyId}`.execute(trx);
}
