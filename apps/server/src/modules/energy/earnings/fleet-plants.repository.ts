import type { PlantPart } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { matchesPlantSearch } from "../../base/access/plant-search-sql.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope, plantsToAdminister } from "../../base/access/scope-sql.ts";

/** Plants of one currency with the same time zones whose earnings the caller sees, by whether it sees their energies too. */
export interface EarningGroup {
  readonly currency: string;
  readonly zones: PlantZones;
  readonly hidesEnergy: boolean;
  readonly plantKeys: readonly number[];
  /** First day with data of each of them, in the same order. */
  readonly firstDays: readonly (string | null)[];
  /** First day with data; null before any. */
  readonly firstDay: string | null;
  /** The past of some plants is not computed yet. */
  readonly isUpdating: boolean;
}

/** Plants in scope that show their earnings, in groups, and how many others hide them. */
export async function listEarningGroups(
  db: Db,
  scope: Scope,
): Promise<{ groups: EarningGroup[]; earningsHiddenCount: number }> {
  const { rows } = await sql<EarningGroup & { isHidden: boolean; count: number }>`
    with seen as (
      select p.key, p.currency, p.time_zone, p.zones, 'earnings' = any(hidden.parts) as is_hidden,
        'energy' = any(hidden.parts) as hides_energy
      from plants p
      cross join lateral (select ${hiddenParts(scope)} as parts offset 0) hidden
      where ${listedInScope(scope)}
    )
    select p.currency, ${plantZones} as zones, p.hides_energy as "hidesEnergy", p.is_hidden as "isHidden",
      array_agg(p.key) as "plantKeys", array_agg(e.first_day::text) as "firstDays", count(*)::int as count,
      min(e.first_day)::text as "firstDay", bool_or(e.plant_key is not null and r.days_basis is null) as "isUpdating"
    from seen p
    left join plant_energies e on e.plant_key = p.key
    left join plant_earnings r on r.plant_key = p.key
    group by p.currency, p.time_zone, p.zones, p.hides_energy, p.is_hidden`.execute(db);
  return {
    groups: rows.filter(({ isHidden }) => !isHidden),
    earningsHiddenCount: rows.reduce((sum, { isHidden, count }) => sum + (isHidden ? count : 0), 0),
  };
}

/** A plant whose earnings the caller sees. */
export interface FleetPlant {
  readonly plantKey: number;
  readonly stationId: string;
  readonly number: string;
  readonly name: string;
  readonly currency: string;
  readonly installedCapacityKwp: number;
  readonly hiddenParts: readonly PlantPart[];
  /** First day with data; null before any. */
  readonly firstDay: string | null;
  readonly mayAdminister: boolean;
}

/** What a list of plants is limited to. */
interface FleetPlantFilters {
  readonly currency?: string | undefined;
  readonly search?: string | undefined;
}

/** Plants in scope that show their earnings and match, by currency and name. */
export async function listFleetPlants(
  db: Db,
  scope: Scope,
  { currency, search }: FleetPlantFilters = {},
): Promise<FleetPlant[]> {
  const { rows } = await sql<FleetPlant>`
    select p.key as "plantKey", p.id as "stationId", p.number, p.name, p.currency,
      p.installed_capacity_kwp::float8 as "installedCapacityKwp", hidden.parts as "hiddenParts",
      e.first_day::text as "firstDay", ${plantsToAdminister(scope)} as "mayAdminister"
    from plants p
    left join plant_energies e on e.plant_key = p.key
    cross join lateral (select ${hiddenParts(scope)} as parts offset 0) hidden
    where ${listedInScope(scope)} and not 'earnings' = any(hidden.parts)
      and ${currency === undefined ? sql`true` : sql`p.currency = ${currency}`}
      and ${search ? matchesPlantSearch(scope, search) : sql`true`}
    order by p.currency, p.name collate natural_order, p.number`.execute(db);
  return rows;
}
