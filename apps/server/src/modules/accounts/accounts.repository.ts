import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { plantsToPassOn } from "../access/access.service.ts";
import { accountRights } from "../companies/companies.service.ts";

const revision = sql.raw("(extract(epoch from a.updated_at) * 1000000)::bigint::text");

/** What an editor changes of an account. */
export interface AccountColumns {
  readonly roleId: string;
  readonly supervisorId: string | null;
  readonly userName: string;
  readonly nickname: string;
  readonly salutation: "Mr" | "Ms" | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly contact: string;
  readonly remarks: string;
}

/** An account as a change finds it, with what it may do. */
export interface AccountRecord {
  readonly accountId: string;
  readonly companyId: string;
  readonly columns: AccountColumns;
  readonly revision: string;
  readonly language: Language;
  readonly customerTypeId: string;
  readonly scopeKind: "company" | "plants";
  readonly isDisabled: boolean;
  readonly isSuper: boolean;
  readonly isWithinReach: boolean;
  readonly permissionIds: string[];
}

type AccountRow = AccountColumns & Omit<AccountRecord, "columns">;

const accountColumns = (scope: Scope) => sql`
  a.id as "accountId", a.company_id as "companyId", a.role_id as "roleId", a.supervisor_id as "supervisorId",
  a.user_name as "userName", a.nickname, a.salutation, a.email, a.phone, a.contact, a.remarks, ${revision} as revision,
  a.language, a.scope_kind as "scopeKind", a.disabled_at is not null as "isDisabled", r.customer_type_id as "customerTypeId",
  ${accountRights(scope)}`;

const accountJoins = sql`
  accounts a join companies c on c.id = a.company_id join roles r on r.id = a.role_id
  join customer_types ct on ct.id = r.customer_type_id`;

function toRecord(row: AccountRow): AccountRecord {
  const { roleId, supervisorId, userName, nickname, salutation, email, phone, contact, remarks, ...record } =
    row;
  const columns = { roleId, supervisorId, userName, nickname, salutation, email, phone, contact, remarks };
  return { ...record, columns };
}

/** The account as it stands. That it lies in the caller's reach is the access check's to decide, here as when it is taken. */
export async function findAccount(
  db: Db,
  scope: Scope,
  accountId: string,
): Promise<AccountRecord | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns(scope)} from ${accountJoins}
    where a.id = ${accountId} and a.cancelled_at is null`.execute(db);
  return rows[0] && toRecord(rows[0]);
}

/** The account as it stands, locked until the transaction ends. */
export async function takeAccount(
  trx: Transaction,
  scope: Scope,
  accountId: string,
): Promise<AccountRecord | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns(scope)} from ${accountJoins}
    where a.id = ${accountId} and a.cancelled_at is null for update of a`.execute(trx);
  return rows[0] && toRecord(rows[0]);
}

export async function writeAccount(
  trx: Transaction,
  _scope: Scope,
  accountId: string,
  columns: AccountColumns,
): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    update accounts a set role_id = ${columns.roleId}, supervisor_id = ${columns.supervisorId},
      user_name = ${columns.userName}, nickname = ${columns.nickname}, salutation = ${columns.salutation},
      email = ${columns.email}, phone = ${columns.phone}, contact = ${columns.contact}, remarks = ${columns.remarks},
      updated_at = clock_timestamp()
    where a.id = ${accountId} returning ${revision} as revision`.execute(trx);
  return (rows[0] as { revision: string }).revision;
}

/** Somebody else holds its password from now on: what its owner proved counts no more. */
export async function dropProofs(trx: Transaction, _scope: Scope, accountId: string): Promise<void> {
  await sql`
    update accounts set email_verified_at = null, phone_verified_at = null where id = ${accountId}`.execute(
    trx,
  );
}

/** Closes an account, or opens it with null. */
export async function writeDisabledAt(
  trx: Transaction,
  _scope: Scope,
  options: { accountId: string; disabledAt: Date | null },
): Promise<void> {
  await sql`
    update accounts set disabled_at = ${options.disabledAt}, updated_at = clock_timestamp()
    where id = ${options.accountId}`.execute(trx);
}

export interface ScopeStation {
  readonly stationId: string;
  readonly name: string;
}

/** The chosen plants of an account, as far as the caller may choose them. */
export async function listScopeStations(
  executor: Db | Transaction,
  scope: Scope,
  accountId: string,
): Promise<ScopeStation[]> {
  const { rows } = await sql<ScopeStation>`
    select p.id as "stationId", p.name from account_scope_plants chosen join plants p on p.id = chosen.plant_id
    where chosen.account_id = ${accountId} and ${plantsToPassOn(scope)} order by lower(p.name), p.id`.execute(
    executor,
  );
  return rows;
}

/** Of the given plants, those the caller may let others see, and the account's company could: its own, those below, those it installed. */
export async function listChoosablePlants(
  trx: Transaction,
  scope: Scope,
  options: { companyId: string; stationIds: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id from companies where id = ${options.companyId}
      union
      select lower.id from companies lower join below on lower.upstream_id = below.id
    )
    select p.id from plants p
    where p.id = any(${options.stationIds}::uuid[]) and ${plantsToPassOn(scope)}
      and (p.company_id in (select id from below) or p.installer_company_id = ${options.companyId})`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Sets the jurisdiction; chosen plants that are not the caller's to choose stay as they are. */
export async function writeScope(
  trx: Transaction,
  scope: Scope,
  options: { accountId: string; kind: "company" | "plants"; stationIds: readonly string[] },
): Promise<string> {
  const { accountId, kind, stationIds } = options;
  await sql`
    delete from account_scope_plants chosen using plants p
    where chosen.account_id = ${accountId} and p.id = chosen.plant_id and ${plantsToPassOn(scope)}`.execute(
    trx,
  );
  await sql`
    insert into account_scope_plants (account_id, plant_id)
    select ${accountId}, plant_id from unnest(${stationIds}::uuid[]) as plant_id on conflict do nothing`.execute(
    trx,
  );
  const { rows } = await sql<{ revision: string }>`
    update accounts a set scope_kind = ${kind}, updated_at = clock_timestamp()
    where a.id = ${accountId} returning ${revision} as revision`.execute(trx);
  return (rows[0] as { revision: string }).revision;
}
