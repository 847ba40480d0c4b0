import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { Scope } from "./scope.ts";
import {
  companiesAbove,
  companyTree,
  isInForce,
  partShown,
  plantsInstalled,
  plantsOfCompanies,
} from "./scope-sql.ts";

/** Operator accounts that are not limited to chosen plants: all plants, companies and log rows are in their scope. */
export const hasFullAccess = (scope: Scope): boolean =>
  scope.kind === "system" || (scope.isPlatform && scope.jurisdiction === "company");

/** When the plant (alias `p`) was last transferred; null if never. */
const transferredAt = sql`(
  select max(t.answered_at) from plant_transfers t where t.plant_id = p.id and t.state = 'accepted'
)`;

/** When the current owner got the plant (alias `p`). */
export const ownedSince: RawBuilder<Date> = sql<Date>`coalesce(${transferredAt}, p.created_at)`;

/** Log rows (alias `l`: plant_id, company_id, at) written for the caller's company or one below. */
function ofCompanies(scope: Scope): RawBuilder<boolean> {
  if (scope.companyId === undefined) return sql<boolean>`false`;
  return sql<boolean>`coalesce(l.company_id in ${companyTree(scope.companyId)}, false)`;
}

/**
 * SQL condition on the alias `l` (plant_id, company_id, at): log rows of plants the caller administers now, since it does:
 * for owners since the ownership, for administrators since the grant. A company has the rows written for it and, where a
 * row names no company, those since the current owner got the plant.
 */
export function plantHistoryInScope(scope: Scope): RawBuilder<boolean> {
  if (hasFullAccess(scope)) return sql<boolean>`(l.plant_id is not null)`;
  if (scope.kind !== "account") return sql<boolean>`false`;
  return sql<boolean>`exists (
    select from plants p where p.id = l.plant_id and (
      (p.owner_id = ${scope.accountId} and l.at >= ${ownedSince})
      or (${plantsOfCompanies(scope)} and (${ofCompanies(scope)} or (l.company_id is null and l.at >= ${ownedSince})))
      or exists (
        select from plant_grants granted
        where granted.plant_id = p.id and granted.account_id = ${scope.accountId} and granted.level = 'administrator'
          and ${isInForce} and l.at >= granted.answered_at
      )
    )
  )`;
}

/** When a plant (alias `p`) was last transferred to the caller's companies from another one; null if never. */
function transferredToCompanies({ companyId }: Scope): RawBuilder<Date> {
  if (companyId === undefined) return sql<Date>`null`;
  return sql<Date>`(
    select max(t.answered_at) from plant_transfers t join accounts giver on giver.id = t.from_account_id
    where t.plant_id = p.id and t.state = 'accepted' and giver.company_id not in ${companyTree(companyId)}
  )`;
}

/**
 * Since when the caller has access to the alarms of a plant (alias `p`): owners and installers since its last transfer,
 * companies since it came to them, members since the grant, as long as the plant's settings show them alarms. Null
 * without access; `-infinity` without a beginning, since alarms may be older than the plant's row.
 */
export function alarmsSince(scope: Scope): RawBuilder<Date> {
  if (hasFullAccess(scope)) return sql<Date>`'-infinity'::timestamptz`;
  if (scope.kind !== "account") return sql<Date>`null::timestamptz`;
  return sql<Date>`least(
    case when p.owner_id = ${scope.accountId} or ${plantsInstalled(scope)}
      then coalesce(${transferredAt}, '-infinity') end,
    case when ${plantsOfCompanies(scope)} then coalesce(${transferredToCompanies(scope)}, '-infinity') end,
    (
      select min(granted.answered_at) from plant_grants granted
      where granted.plant_id = p.id and granted.account_id = ${scope.accountId} and ${isInForce}
        and ${partShown("alarms")}
    )
  )`;
}

/**
 * SQL condition on the alias `l`: log rows the caller may read. With access to all plants of its companies: all rows of
 * those companies, also of plants deleted or transferred since. With access to chosen plants: rows of those plants and
 * rows without a plant.
 */
export function historyInScope(scope: Scope): RawBuilder<boolean> {
  if (hasFullAccess(scope)) return sql<boolean>`true`;
  const ofCompany =
    scope.jurisdiction === "company"
      ? ofCompanies(scope)
      : sql<boolean>`(l.plant_id is null and coalesce(l.company_id = ${scope.companyId}, false))`;
  return sql<boolean>`(${ofCompany} or ${plantHistoryInScope(scope)})`;
}

/**
 * SQL condition on the aliases `a` (accounts) and `l` (a log row): the account's name is visible to the caller. These are
 * accounts of its companies and, for administrators of the plant, the owner and the members of the plant.
 */
export function isKnownAccount(scope: Scope): RawBuilder<boolean> {
  if (hasFullAccess(scope)) return sql<boolean>`true`;
  if (scope.companyId === undefined) return sql<boolean>`false`;
  return sql<boolean>`(
    a.id = ${scope.accountId} or a.company_id in ${companyTree(scope.companyId)}
    or exists (select from plants p where p.id = l.plant_id and p.owner_id = a.id)
    or exists (select from plant_grants g where g.plant_id = l.plant_id and g.account_id = a.id and g.answered_at is not null)
  )`;
}

/** SQL condition on the aliases `c` (companies) and `l`: the company's name is visible: one above the caller's, or an installer. */
export function isKnownCompany(scope: Scope): RawBuilder<boolean> {
  if (scope.companyId === undefined) return sql<boolean>`false`;
  return sql<boolean>`(
    c.id in ${companiesAbove(scope.companyId)}
    or exists (select from plants p where p.id = l.plant_id and p.installer_company_id = c.id)
  )`;
}
