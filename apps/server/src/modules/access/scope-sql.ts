import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Scope } from "./scope.ts";

/** Ids of the caller's company and those below. */
function companyTree(companyId: string): RawBuilder<unknown> {
  return sql`(
    with recursive reach as (
      select id from companies where id = ${companyId}
      union
      select below.id from companies below join reach on below.upstream_id = reach.id
    )
    select id from reach
  )`;
}

/** Within the caller's jurisdiction: everything, or the chosen list. */
function chosenPlants(scope: Scope): RawBuilder<boolean> {
  if (scope.reach === "company") return sql<boolean>`true`;
  return sql<boolean>`exists (
    select from account_scope_plants chosen where chosen.account_id = ${scope.accountId} and chosen.plant_id = p.id
  )`;
}

/** Plants (alias `p`) of the caller's company and those below, as far as its jurisdiction goes. */
export function plantsOfCompanies(scope: Scope): RawBuilder<boolean> {
  if (scope.companyId === undefined) return sql<boolean>`false`;
  return sql<boolean>`(p.company_id in ${companyTree(scope.companyId)} and ${chosenPlants(scope)})`;
}

/** Plants (alias `p`) that name the caller's company as installer, as far as its jurisdiction goes. */
export function plantsInstalled(scope: Scope): RawBuilder<boolean> {
  if (scope.companyId === undefined) return sql<boolean>`false`;
  return sql<boolean>`(coalesce(p.installer_company_id = ${scope.companyId}, false) and ${chosenPlants(scope)})`;
}

/**
 * SQL condition on the table alias `p` (plants p): the plants the caller reaches. An account's own, granted and
 * company plants; for an anonymous session the public ones. Public plants of strangers are not in an account's reach,
 * so they never count in its totals.
 */
export function plantsInScope(scope: Scope): RawBuilder<boolean> {
  switch (scope.kind) {
    case "system":
      return sql<boolean>`true`;
    case "nobody":
      return sql<boolean>`false`;
    case "anonymous":
      return sql<boolean>`(p.visibility = 'public')`;
    case "account":
      return sql<boolean>`(
        p.owner_id = ${scope.accountId}
        or exists (
          select from plant_grants granted
          where granted.plant_id = p.id and granted.account_id = ${scope.accountId}
            and granted.state = 'active' and (granted.ends_at is null or granted.ends_at > now())
        )
        or ${plantsOfCompanies(scope)}
        or ${plantsInstalled(scope)}
      )`;
  }
}

/** SQL condition on the table alias `c` (companies c): the caller's company, and those below when its reach is the company. */
export function companiesInScope(scope: Scope): RawBuilder<boolean> {
  if (scope.kind === "system") return sql<boolean>`true`;
  if (scope.companyId === undefined) return sql<boolean>`false`;
  if (scope.reach === "plants") return sql<boolean>`(c.id = ${scope.companyId})`;
  return sql<boolean>`(c.id in ${companyTree(scope.companyId)})`;
}

/** Ids of a company and those above it, up to the root. */
export function companiesAbove(companyId: string): RawBuilder<unknown> {
  return sql`(
    with recursive above as (
      select id, upstream_id from companies where id = ${companyId}
      union
      select upper.id, upper.upstream_id from companies upper join above on above.upstream_id = upper.id
    )
    select id from above
  )`;
}

/** SQL condition on the table alias `r` (roles r): made by a company in reach, so that the caller may change it. */
export function rolesInReach(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`(not r.is_built_in and exists (
    select from companies c where c.id = r.company_id and ${companiesInScope(scope)}))`;
}

/**
 * SQL condition on the table alias `r`: built-in roles, those made in reach, and those of the companies above, which may
 * be given here too. The operator's type belongs to the operator's company alone.
 */
export function rolesInScope(scope: Scope): RawBuilder<boolean> {
  if (scope.companyId === undefined) return sql<boolean>`${scope.kind === "system"}`;
  return sql<boolean>`(
    (r.is_built_in or ${rolesInReach(scope)} or r.company_id in ${companiesAbove(scope.companyId)})
    and (${scope.isPlatform} or not exists (
      select from customer_types operators where operators.id = r.customer_type_id and operators.code = 'platform-operator')))`;
}
