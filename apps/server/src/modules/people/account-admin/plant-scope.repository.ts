import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { companyTree, plantsToPassOn } from "../../base/access/scope-sql.ts";

export interface ScopeStation {
  readonly stationId: string;
  readonly name: string;
}

/** The chosen plants of an account that the caller may choose for others. */
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

/**
 * Of the given plants, those that the caller may choose for an account of a company: plants of the company and those below
 * it, and plants it installed.
 */
export async function listSelectablePlants(
  trx: Transaction,
  scope: Scope,
  options: { companyId: string; stationIds: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id from plants p
    where p.id = any(${options.stationIds}::uuid[]) and ${plantsToPassOn(scope)}
      and (p.company_id in ${companyTree(options.companyId)} or p.installer_company_id = ${options.companyId})`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Replaces the chosen plants of an account; those that the caller may not choose for others stay. */
export async function replaceScopePlants(
  trx: Transaction,
  scope: Scope,
  { accountId, stationIds }: { accountId: string; stationIds: readonly string[] },
): Promise<void> {
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
}
