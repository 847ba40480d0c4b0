import type { endpoints, QueryOf } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts } from "../../base/access/scope-sql.ts";

type ListQuery = QueryOf<typeof endpoints.station.list>;

/** What a list of plants is limited to, beside the status. */
export type PlantFilters = Partial<
  Pick<
    ListQuery,
    "search" | "companyId" | "installer" | "country" | "tag" | "minCapacityKwp" | "maxCapacityKwp"
  >
>;

/** The same as conditions: a country is the time zones of its plants. */
type Conditions = Omit<PlantFilters, "country"> & { readonly timeZones: readonly string[] | undefined };

function isFound(scope: Scope, searched: string): RawBuilder<boolean> {
  const search = `%${searched.replace(/[\\%_]/g, "\\$&")}%`;
  const isNumber = scope.isAnonymous ? sql`false` : sql`p.number ilike ${search}`;
  return sql<boolean>`(p.name ilike ${search} or ${isNumber})`;
}

/** Condition on plants `p` that are visible to the caller. A plant that hides its contacts matches no company and no installer. */
export function matchesFilters(scope: Scope, filters: Conditions): RawBuilder<boolean> {
  const { search, companyId, installer, timeZones, tag, minCapacityKwp, maxCapacityKwp } = filters;
  const parts: RawBuilder<unknown>[] = [];
  if (search) parts.push(isFound(scope, search));
  if (companyId !== undefined) parts.push(sql`p.company_id = ${companyId}`);
  if (installer)
    parts.push(sql`(p.installer = ${installer} or exists (
      select from companies c where c.id = p.installer_company_id and c.name = ${installer}))`);
  if (companyId !== undefined || installer) parts.push(sql`not 'contacts' = any(${hiddenParts(scope)})`);
  if (timeZones !== undefined) parts.push(sql`p.time_zone = any(${timeZones}::text[])`);
  if (tag)
    parts.push(sql`(not ${scope.isAnonymous}::boolean and exists (
      select from plant_tags t where t.plant_id = p.id and t.tag = ${tag}))`);
  if (minCapacityKwp !== undefined) parts.push(sql`p.installed_capacity_kwp >= ${minCapacityKwp}::float8`);
  if (maxCapacityKwp !== undefined) parts.push(sql`p.installed_capacity_kwp <= ${maxCapacityKwp}::float8`);
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
}
