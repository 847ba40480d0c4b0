import type { PlantStatus } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import {
  hiddenParts,
  idsInScope,
  isKept,
  listedInScope,
  plantsInScope,
  seesAllPlants,
} from "../../base/access/scope-sql.ts";
import { allCurrentStates, currentStates } from "../../devices/status/plant-status-sql.ts";
import type { AcEnergies } from "../../energy/metering/ac-energies-sql.ts";
import { acEnergies, acEnergiesJoin } from "../../energy/metering/ac-energies-sql.ts";
import { energiesJoin } from "../../energy/metering/current-energies-sql.ts";

/** Plants with the same time zones whose energy the caller sees. */
export interface ZonePlants {
  readonly zones: PlantZones;
  readonly plantKeys: readonly number[];
}

/** Plants in scope whose energy the caller sees, by time zone, and how many others hide it. */
export async function listEnergyPlants(
  db: Db,
  scope: Scope,
): Promise<{ zones: ZonePlants[]; energyHiddenCount: number }> {
  const { rows } = await sql<ZonePlants & { hidden: number }>`
    select ${plantZones} as zones,
      coalesce(array_agg(p.key) filter (where not 'energy' = any(hidden.parts)), '{}') as "plantKeys",
      (count(*) filter (where 'energy' = any(hidden.parts)))::int as hidden
    from plants p
    cross join lateral (select ${hiddenParts(scope)} as parts offset 0) hidden
    where ${listedInScope(scope)}
    group by 1`.execute(db);
  return {
    zones: rows.filter(({ plantKeys }) => plantKeys.length > 0),
    energyHiddenCount: rows.reduce((sum, { hidden }) => sum + hidden, 0),
  };
}

/** Energies of the plants of a time zone on the AC side, and how many plants they are of. */
export interface ZoneEnergies extends AcEnergies {
  readonly timeZone: string;
  readonly plantCount: number;
}

/** Energies on the AC side of the plants in scope whose energy the caller sees, by time zone. */
export async function sumZoneEnergies(db: Db, scope: Scope, now: Date): Promise<ZoneEnergies[]> {
  const { monthWh, yearWh, totalWh } = acEnergies(now);
  const { rows } = await sql<ZoneEnergies>`
    select p.time_zone as "timeZone", count(*)::int as "plantCount",
      coalesce(sum(${monthWh}), 0) as "monthWh", coalesce(sum(${yearWh}), 0) as "yearWh",
      coalesce(sum(${totalWh}), 0) as "totalWh"
    from plants p
    ${energiesJoin}
    ${acEnergiesJoin(now, seesAllPlants(scope) ? undefined : idsInScope(scope, "energy"))}
    where ${listedInScope(scope, "energy")}
    group by p.time_zone order by p.time_zone`.execute(db);
  return rows;
}

/** Ids and names of plants by their key; deleted ones are absent. */
export async function listPlantNames(
  db: Db,
  plantKeys: readonly number[],
): Promise<Map<number, { stationId: string; name: string }>> {
  const { rows } = await sql<{ key: number; stationId: string; name: string }>`
    select key, id as "stationId", name from plants where key = any(${plantKeys}::integer[])`.execute(db);
  return new Map(rows.map(({ key, ...plant }) => [key, plant]));
}

/** A plant of a comparison. */
export interface ComparedPlant {
  readonly plantKey: number;
  readonly stationId: string;
  readonly name: string;
  readonly installedCapacityKwp: number;
  readonly zones: PlantZones;
  readonly currency: string;
  readonly isEnergyHidden: boolean;
  readonly isEarningsHidden: boolean;
  /** First day with data; null before any. */
  readonly firstDay: string | null;
}

/** The plants with these ids that are in scope, by name. */
export async function listComparedPlants(
  db: Db,
  scope: Scope,
  stationIds: readonly string[],
): Promise<ComparedPlant[]> {
  const { rows } = await sql<ComparedPlant>`
    select p.key as "plantKey", p.id as "stationId", p.name, p.installed_capacity_kwp::float8 as "installedCapacityKwp",
      ${plantZones} as zones, p.currency, 'energy' = any(hidden.parts) as "isEnergyHidden",
      'earnings' = any(hidden.parts) as "isEarningsHidden", e.first_day::text as "firstDay"
    from plants p left join plant_energies e on e.plant_key = p.key
    cross join lateral (select ${hiddenParts(scope)} as parts offset 0) hidden
    where p.id = any(${stationIds}::uuid[]) and ${plantsInScope(scope)}
    order by p.name collate natural_order, p.number`.execute(db);
  return rows;
}

/** A plant on the map. */
export interface PlantPoint {
  readonly stationId: string;
  readonly name: string;
  readonly status: PlantStatus;
  /** Null without coordinates. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Only the approximate place may be shown. */
  readonly isRough: boolean;
}

/** Every plant in scope with its place and status. */
export async function listPlantPoints(db: Db, scope: Scope, now: Date): Promise<PlantPoint[]> {
  const states = seesAllPlants(scope)
    ? allCurrentStates(now, ["status"])
    : sql`chosen as (select p.id from plants p where ${listedInScope(scope)}), ${currentStates(now, ["status"])}`;
  const { rows } = await sql<PlantPoint>`
    with ${states}
    select p.id as "stationId", p.name, s.status, p.latitude, p.longitude,
      'contacts' = any(${hiddenParts(scope)}) as "isRough"
    from current_states s join plants p on p.id = s.plant_id and ${isKept}`.execute(db);
  return rows;
}
