import type { PlantPart } from "@heliograph/contract";
import { plantPart, publicParts } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { Scope } from "./scope.ts";

/** Plants (alias `p`) that were not deleted. */
export const isKept = sql<boolean>`(p.deleted_at is null)`;

/** Plants (alias `p`) as far as an API key is limited to chosen ones. */
export function plantsOfKey({ apiKey }: Scope): RawBuilder<boolean> {
  if (apiKey?.isLimited !== true) return sql<boolean>`true`;
  return sql<boolean>`exists (
    select from api_key_plants allowed where allowed.key_id = ${apiKey.id} and allowed.plant_id = p.id
  )`;
}

/** Ids of a company and those below. */
export const companyTree = (companyId: string): RawBuilder<unknown> =>
  sql`(select company_id from company_reach where ancestor_id = ${companyId})`;

/** Condition that a company is the caller's, which must have one, or below it. */
function isOwnCompany(scope: Scope, column: string): RawBuilder<boolean> {
  const { companyId, hasCompaniesBelow } = scope;
  return hasCompaniesBelow
    ? sql<boolean>`${sql.ref(column)} in ${companyTree(companyId as string)}`
    : sql<boolean>`${sql.ref(column)} = ${companyId}`;
}

/** Within the caller's jurisdiction: everything, or the chosen list. */
function chosenPlants(scope: Scope): RawBuilder<boolean> {
  if (scope.jurisdiction === "company") return sql<boolean>`true`;
  return sql<boolean>`exists (
    select from account_scope_plants chosen where chosen.account_id = ${scope.accountId} and chosen.plant_id = p.id
  )`;
}

/** Plants (alias `p`) of the caller's company and those below, as far as its jurisdiction goes. */
export function plantsOfCompanies(scope: Scope): RawBuilder<boolean> {
  if (scope.companyId === undefined) return sql<boolean>`false`;
  return sql<boolean>`(${isOwnCompany(scope, "p.company_id")} and ${chosenPlants(scope)})`;
}

/** Companies from that of the plant (alias `p`) up to the root. */
export const companiesOfPlant = sql`(select ancestor_id from company_reach where company_id = p.company_id)`;

/** As plantsOfCompanies for one plant: reads the few companies above the plant instead of all below the caller's. */
export function isPlantOfCompanies(scope: Scope): RawBuilder<boolean> {
  if (scope.companyId === undefined) return sql<boolean>`false`;
  return sql<boolean>`(${scope.companyId}::uuid in ${companiesOfPlant} and ${chosenPlants(scope)})`;
}

/** Plants (alias `p`) that name the caller's company as installer, as far as its jurisdiction goes. */
export function plantsInstalled(scope: Scope): RawBuilder<boolean> {
  if (scope.companyId === undefined) return sql<boolean>`false`;
  return sql<boolean>`(coalesce(p.installer_company_id = ${scope.companyId}, false) and ${chosenPlants(scope)})`;
}

export const isInForce = sql<boolean>`(granted.state = 'active' and (granted.ends_at is null or granted.ends_at > now()))`;

/** Plants (alias `p`) shared with the caller by a grant that meets a condition on `granted`. */
function plantsGranted(scope: Scope, condition: RawBuilder<unknown> = sql`true`): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from plant_grants granted
    where granted.plant_id = p.id and granted.account_id = ${scope.accountId} and ${isInForce} and ${condition}
  )`;
}

/**
 * Ids (`account_id`) of the accounts that a plant `p` is known to: its owner, members, and accounts of its companies and the
 * installer company. Queries that notify accounts begin with these few rather than with all accounts.
 */
export const accountsOfPlant = sql`(
  select p.owner_id as account_id
  union select granted.account_id from plant_grants granted where granted.plant_id = p.id and ${isInForce}
  union select member.id from accounts member
    where member.company_id in ${companiesOfPlant} or member.company_id = p.installer_company_id
)`;

/**
 * Whether an account `a` (role `r`, type `ct`) reads the alarms of a plant `p`, as plantsInScope decides for a caller; with
 * another part of the plant, whether it sees that as well.
 */
export const readsAlarms = (part: PlantPart = "alarms"): RawBuilder<boolean> => sql<boolean>`(
  a.disabled_at is null and a.cancelled_at is null
  and (r.code = 'ROOT' or ('alarm:read' = any(r.permission_ids) and 'alarm:read' = any(ct.permission_ids)))
  and (
    a.id = p.owner_id
    or ((a.company_id in ${companiesOfPlant} or coalesce(a.company_id = p.installer_company_id, false)) and (
      a.scope_kind = 'company' or exists (
        select from account_scope_plants chosen where chosen.account_id = a.id and chosen.plant_id = p.id
      )
    ))
    or exists (
      select from plant_grants granted where granted.plant_id = p.id and granted.account_id = a.id and ${isInForce}
        and (granted.level = 'administrator' or ${isShown(part)})
    )
  )
)`;

/** By default, participants see all parts of a plant. */
const participantSees = sql`coalesce(p.settings -> 'participantSees', ${JSON.stringify(plantPart.options)}::jsonb)`;

/** Whether the plant (alias `p`) lets participants operate it whose grant says so; by default it does. */
export const participantsOperate = sql<boolean>`coalesce((p.settings ->> 'participantsOperate')::boolean, true)`;

/** Whether participants of the plant (alias `p`) see this part of it. */
function isShown(part: PlantPart): RawBuilder<boolean> {
  return sql<boolean>`jsonb_exists(${participantSees}, ${part})`;
}

/** Plants (alias `p`) that are fully visible to the caller. */
function plantsSeenWhole(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`(
    p.owner_id = ${scope.accountId} or ${plantsOfCompanies(scope)} or ${plantsInstalled(scope)}
    or ${plantsGranted(scope, sql`granted.level = 'administrator'`)}
  )`;
}

const ofPublic = plantPart.options.filter((part) => !publicParts.includes(part));

/**
 * Parts of a plant (alias `p`) hidden from the caller, as text[]: for members what the plant's settings hide, for callers
 * who see it only because it is public everything but the public parts. A query that already knows the caller's access
 * passes it: whether the whole plant is visible and whether it is shared.
 */
export function hiddenParts(
  scope: Scope,
  how = { isSeenWhole: plantsSeenWhole(scope), isShared: plantsGranted(scope) },
): RawBuilder<PlantPart[]> {
  if (seesAllPlants(scope)) return sql<PlantPart[]>`array[]::text[]`;
  if (scope.kind !== "account") return sql<PlantPart[]>`${ofPublic}::text[]`;
  return sql<PlantPart[]>`case
    when ${how.isSeenWhole} then array[]::text[]
    when ${how.isShared} then array(
      select part from unnest(${plantPart.options}::text[]) part where not jsonb_exists(${participantSees}, part)
    )
    else ${ofPublic}::text[]
  end`;
}

/** Whether the caller sees every plant whole: all companies are below the platform operator. */
export function seesAllPlants({ kind, isPlatform, jurisdiction, apiKey }: Scope): boolean {
  const isWhole = isPlatform && jurisdiction === "company" && apiKey?.isLimited !== true;
  return kind === "system" || (kind === "account" && isWhole);
}

/** Condition on `granted`: the grant shows this part of its plant `p`, or the plant at all. */
export const partShown = (part: PlantPart | undefined): RawBuilder<unknown> =>
  part === undefined ? sql`true` : sql`(granted.level = 'administrator' or ${isShown(part)})`;

/**
 * SQL condition on the table alias `p` (plants p): the plants the caller reaches, or those of which it sees a part. An account's own, granted and
 * company plants; for an anonymous session the public ones. Public plants of strangers are not in an account's reach,
 * so they never count in its totals.
 */
export function plantsInScope(scope: Scope, part?: PlantPart): RawBuilder<boolean> {
  if (seesAllPlants(scope)) return isKept;
  switch (scope.kind) {
    case "system":
      return isKept;
    case "sessionless":
      return sql<boolean>`false`;
    case "anonymous":
      return part === undefined || publicParts.includes(part)
        ? sql<boolean>`(p.visibility = 'public' and ${isKept})`
        : sql<boolean>`false`;
    case "account":
      return sql<boolean>`(${isKept} and ${plantsOfKey(scope)} and (
        p.owner_id = ${scope.accountId}
        or ${plantsGranted(scope, partShown(part))}
        or ${plantsOfCompanies(scope)}
        or ${plantsInstalled(scope)}
      ))`;
  }
}

/**
 * Ids of the plants of the companies of a caller, who must have one. The offset makes it a search by index for each company:
 * the planner does not know how few plants they have, and would read all plants.
 */
function plantsOfCompanyTree(
  { companyId, hasCompaniesBelow }: Scope,
  isListed: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!hasCompaniesBelow)
    return sql`select p.id from plants p where p.company_id = ${companyId} and ${isListed}`;
  return sql`select found.id from ${companyTree(companyId as string)} reach
    cross join lateral (select p.id from plants p where p.company_id = reach.company_id and ${isListed} offset 0) found`;
}

/** Ids of the plants of an account, each way of access by its own index: as conditions on one table, all plants are read. */
function idsOfAccount(scope: Scope, part?: PlantPart): RawBuilder<unknown> {
  const isListed = sql`${isKept} and ${plantsOfKey(scope)}`;
  const { accountId, companyId, jurisdiction } = scope;
  const ways = [
    sql`select p.id from plants p where p.owner_id = ${accountId} and ${isListed}`,
    sql`select p.id from plant_grants granted join plants p on p.id = granted.plant_id
      where granted.account_id = ${accountId} and ${isInForce} and ${partShown(part)} and ${isListed}`,
  ];
  if (companyId === undefined) return sql.join(ways, sql` union all `);
  if (jurisdiction === "plants")
    ways.push(sql`select p.id from account_scope_plants chosen join plants p on p.id = chosen.plant_id
      where chosen.account_id = ${accountId}
        and (${isOwnCompany(scope, "p.company_id")} or p.installer_company_id = ${companyId}) and ${isListed}`);
  else
    ways.push(
      plantsOfCompanyTree(scope, isListed),
      sql`select p.id from plants p where p.installer_company_id = ${companyId} and ${isListed}`,
    );
  return sql.join(ways, sql` union all `);
}

/**
 * As plantsInScope, for queries that list or count plants: they are found by indexes. As alternatives on one table, all
 * plants would be read; for one plant that is known, plantsInScope costs less.
 */
export function listedInScope(scope: Scope, part?: PlantPart): RawBuilder<boolean> {
  if (scope.kind !== "account" || seesAllPlants(scope)) return plantsInScope(scope, part);
  return sql<boolean>`(p.id in (${idsOfAccount(scope, part)}))`;
}

/** Query of the ids (`id`) of the same plants; the same plant may be in it twice. */
export function idsInScope(scope: Scope, part?: PlantPart): RawBuilder<unknown> {
  if (scope.kind === "account" && !seesAllPlants(scope)) return idsOfAccount(scope, part);
  return sql`select p.id from plants p where ${plantsInScope(scope, part)}`;
}

const operatesByGrant = sql`(granted.level = 'administrator' or granted.may_operate and ${participantsOperate})`;

/** Plants (alias `p`) that the caller may operate, as in `isLevelEnough`. */
export function plantsToOperate(scope: Scope): RawBuilder<boolean> {
  if (seesAllPlants(scope)) return sql<boolean>`true`;
  if (scope.kind !== "account") return sql<boolean>`false`;
  return sql<boolean>`(
    p.owner_id = ${scope.accountId} or ${plantsOfCompanies(scope)} or ${plantsInstalled(scope)}
    or ${plantsGranted(scope, operatesByGrant)}
  )`;
}

/** Plants (alias `p`) that the caller may administer, as in `isLevelEnough`. */
export function plantsToAdminister(scope: Scope): RawBuilder<boolean> {
  if (seesAllPlants(scope)) return sql<boolean>`true`;
  if (scope.kind !== "account") return sql<boolean>`false`;
  return sql<boolean>`(
    p.owner_id = ${scope.accountId} or ${plantsOfCompanies(scope)}
    or ${plantsGranted(scope, sql`granted.level = 'administrator'`)}
  )`;
}

/** Query of the ids (`id`) of the plants that an account `a` may operate, as plantsToOperate decides for a caller. */
export const plantsOperatedBy = sql`
  select p.id from plants p where p.owner_id = a.id and ${isKept}
  union select p.id from plant_grants granted join plants p on p.id = granted.plant_id
    where granted.account_id = a.id and ${isInForce} and ${operatesByGrant} and ${isKept}
  union select p.id from company_reach below join plants p on p.company_id = below.company_id
    where below.ancestor_id = a.company_id and a.scope_kind = 'company' and ${isKept}
  union select p.id from plants p
    where p.installer_company_id = a.company_id and a.scope_kind = 'company' and ${isKept}
  union select p.id from account_scope_plants chosen join plants p on p.id = chosen.plant_id
    where chosen.account_id = a.id and a.scope_kind = 'plants' and ${isKept}
      and (p.installer_company_id = a.company_id or a.company_id in ${companiesOfPlant})`;

/**
 * Plants (alias `p`) the caller may give other accounts of its companies access to: those it owns or sees through its
 * company. Plants shared with the caller cannot be shared further.
 */
export function plantsToPassOn(scope: Scope): RawBuilder<boolean> {
  if (scope.kind !== "account") return sql<boolean>`${scope.kind === "system"}`;
  return sql<boolean>`(
    (p.owner_id = ${scope.accountId} or ${plantsOfCompanies(scope)} or ${plantsInstalled(scope)}) and ${isKept}
  )`;
}

/** SQL condition on the table alias `c` (companies c): the caller's company and, with company-wide access, those below. */
export function companiesInScope(scope: Scope): RawBuilder<boolean> {
  if (scope.kind === "system") return sql<boolean>`true`;
  if (scope.companyId === undefined) return sql<boolean>`false`;
  if (scope.jurisdiction === "plants") return sql<boolean>`(c.id = ${scope.companyId})`;
  return sql<boolean>`(${isOwnCompany(scope, "c.id")})`;
}

/** Ids of a company and those above it, up to the root. */
export const companiesAbove = (companyId: string): RawBuilder<unknown> =>
  sql`(select ancestor_id from company_reach where company_id = ${companyId})`;

/** SQL condition on the table alias `r` (roles r): made by a company in scope, so that the caller may change it. */
export function editableRoles(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`(not r.is_built_in and exists (
    select from companies c where c.id = r.company_id and ${companiesInScope(scope)}))`;
}

/**
 * SQL condition on the table alias `r`: built-in roles, roles of companies in scope, and roles of the companies above,
 * which may be assigned here too. The operator's customer type belongs to the operator's company only.
 */
export function rolesInScope(scope: Scope): RawBuilder<boolean> {
  if (scope.companyId === undefined) return sql<boolean>`${scope.kind === "system"}`;
  return sql<boolean>`(
    (r.is_built_in or ${editableRoles(scope)} or r.company_id in ${companiesAbove(scope.companyId)})
    and (${scope.isPlatform} or not exists (
      select from customer_types operators where operators.id = r.customer_type_id and operators.code = 'platform-operator')))`;
}
