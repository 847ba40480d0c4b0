import type { endpoints, PlantGap, PlantPart, QueryOf } from "@heliograph/contract";
import { findCountry, findGridFactor } from "@heliograph/solar";
import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import { matchesPlantSearch } from "../../base/access/plant-search-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts } from "../../base/access/scope-sql.ts";
import { currentEnergies } from "../../energy/metering/current-energies-sql.ts";

type ListQuery = QueryOf<typeof endpoints.station.list>;

/** What a list of plants is limited to, beside the status. */
export type PlantFilters = Partial<
  Pick<
    ListQuery,
    | "search"
    | "companyId"
    | "installer"
    | "country"
    | "tag"
    | "currency"
    | "gap"
    | "minCapacityKwp"
    | "maxCapacityKwp"
  >
>;

/** What the filters depend on beside the plant. */
export interface FilterFacts {
  readonly now: Date;
  /** Time zones that match; undefined where the filters limit none. */
  readonly timeZones: readonly string[] | undefined;
}

/** Which time zones match, of filters that depend on a plant's country; undefined for others. */
export function zoneFilter({ country, gap }: PlantFilters): ((timeZone: string) => boolean) | undefined {
  if (!country && gap !== "country" && gap !== "co2-factor") return undefined;
  return (timeZone) => {
    const found = findCountry(timeZone);
    if (country && found !== country) return false;
    if (gap === "country") return found === undefined;
    return gap !== "co2-factor" || (found !== undefined && findGridFactor(timeZone) === undefined);
  };
}

/** Whether plants `p` have a gap: the same plants as home counts. */
function hasGap(scope: Scope, gap: PlantGap, now: Date): RawBuilder<unknown> {
  const hides = (part: PlantPart) => sql`${part}::text = any(${hiddenParts(scope)})`;
  const { estimatedTodayWh, backfilledTodayWh, implausibleTodayWh } = currentEnergies(now);
  const hasEnergy = (wh: RawBuilder<number>) => sql`(not ${hides("energy")} and exists (
    select from plant_energies e where e.plant_key = p.key and ${wh} > 0))`;
  switch (gap) {
    case "coordinates":
      return sql`p.latitude is null`;
    // By time zone.
    case "country":
    case "co2-factor":
      return sql`not ${hides("energy")}`;
    case "hidden-energy":
      return hides("energy");
    case "hidden-earnings":
      return hides("earnings");
    case "hidden-alarms":
      return hides("alarms");
    case "estimated":
      return hasEnergy(estimatedTodayWh);
    case "backfilled":
      return hasEnergy(backfilledTodayWh);
    case "implausible":
      return hasEnergy(implausibleTodayWh);
  }
}

/** Condition on plants `p` that are visible to the caller. A plant that hides its contacts matches no company and no installer. */
export function matchesFilters(
  scope: Scope,
  filters: PlantFilters,
  { now, timeZones }: FilterFacts,
): RawBuilder<boolean> {
  const { search, companyId, installer, tag, currency, gap, minCapacityKwp, maxCapacityKwp } = filters;
  const parts: RawBuilder<unknown>[] = [];
  if (search) parts.push(matchesPlantSearch(scope, search));
  if (companyId !== undefined) parts.push(sql`p.company_id = ${companyId}`);
  if (installer)
    parts.push(sql`(p.installer = ${installer} or exists (
      select from companies c where c.id = p.installer_company_id and c.name = ${installer}))`);
  if (companyId !== undefined || installer) parts.push(sql`not 'contacts' = any(${hiddenParts(scope)})`);
  if (timeZones !== undefined) parts.push(sql`p.time_zone = any(${timeZones}::text[])`);
  if (tag)
    parts.push(sql`(not ${scope.isAnonymous}::boolean and exists (
      select from plant_tags t where t.plant_id = p.id and t.tag = ${tag}))`);
  if (currency) parts.push(sql`(p.currency = ${currency} and not 'earnings' = any(${hiddenParts(scope)}))`);
  if (gap !== undefined) parts.push(hasGap(scope, gap, now));
  if (minCapacityKwp !== undefined) parts.push(sql`p.installed_capacity_kwp >= ${minCapacityKwp}::float8`);
  if (maxCapacityKwp !== undefined) parts.push(sql`p.installed_capacity_kwp <= ${maxCapacityKwp}::float8`);
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
}
