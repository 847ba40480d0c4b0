import type { PlantPart } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope } from "../../base/access/scope-sql.ts";
import { builtInCompanyCode } from "../../base/names/names-sql.ts";

/** Plants of a report: one, chosen ones (a tag says nothing about them), all with a tag, or all. */
export interface ReportSubject {
  readonly stationId?: string | undefined;
  readonly stationIds?: readonly string[] | undefined;
  readonly tag?: string | undefined;
}

/** A plant in scope, as reports name it. */
export interface ReportPlant {
  readonly stationId: string;
  readonly plantKey: number;
  readonly name: string;
  readonly capacityKwp: number;
  /** The current zone. */
  readonly timeZone: string;
  readonly zones: PlantZones;
  readonly currency: string;
  /** First local day with data. */
  readonly firstDay: string | null;
  /** Null where the plant hides its contacts from the caller. */
  readonly company: { readonly name: string; readonly code: string | null } | null;
  readonly hiddenParts: readonly PlantPart[];
}

/** Plants in scope that a report is about, by name; public plants of strangers are not among them. */
export async function listReportPlants(
  db: Db,
  scope: Scope,
  { stationId, stationIds, tag }: ReportSubject,
): Promise<ReportPlant[]> {
  const isNamed = stationId === undefined ? sql`true` : sql`p.id = ${stationId}`;
  const isChosen = stationIds === undefined ? sql`true` : sql`p.id = any(${stationIds}::uuid[])`;
  const isTagged =
    tag === undefined || stationIds !== undefined
      ? sql`true`
      : sql`exists (select from plant_tags t where t.plant_id = p.id and t.tag = ${tag})`;
  const { rows } = await sql<ReportPlant>`
    select p.id as "stationId", p.key as "plantKey", p.name, p.installed_capacity_kwp::float8 as "capacityKwp",
      p.time_zone as "timeZone", ${plantZones} as zones, p.currency, e.first_day as "firstDay", hidden.parts as "hiddenParts",
      case when not 'contacts' = any(hidden.parts) then
        jsonb_build_object('name', c.name, 'code', ${builtInCompanyCode("c")}) end as company
    from plants p
    cross join lateral (select ${hiddenParts(scope)} as parts offset 0) hidden
    join companies c on c.id = p.company_id
    left join plant_energies e on e.plant_key = p.key
    where ${listedInScope(scope)} and ${isNamed} and ${isChosen} and ${isTagged}
    order by p.name collate natural_order, p.id`.execute(db);
  return rows;
}
