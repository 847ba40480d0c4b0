import type { Language } from "@heliograph/contract";
import { findCountry } from "@heliograph/solar";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope } from "../../base/access/scope-sql.ts";
import { companyNameIn } from "../../base/names/names-sql.ts";

/** Values of one filter that are offered; a fleet with more is searched by name. */
const MAX_CHOICES = 1_000;

export interface PlantChoices {
  readonly companies: { companyId: string; companyName: string }[];
  readonly installers: string[];
  readonly countries: string[];
  readonly tags: string[];
  readonly currencies: string[];
}

const isCountry = (country: string | undefined): country is string => country !== undefined;

/** Time zones of plants that meet a condition; plants may have any name of a zone. */
export async function listZones(db: Db, isWanted: (timeZone: string) => boolean): Promise<string[]> {
  const { rows } = await sql<{ timeZone: string }>`
    select distinct time_zone as "timeZone" from plants`.execute(db);
  return rows.flatMap(({ timeZone }) => (isWanted(timeZone) ? [timeZone] : []));
}

/** Filter values of the plants visible to the caller; companies and installers of those whose contacts it sees, currencies of those whose earnings. */
export async function listPlantChoices(db: Db, scope: Scope, language: Language): Promise<PlantChoices> {
  const { rows } = await sql<Omit<PlantChoices, "countries"> & { timeZones: string[] }>`
    with seen as materialized (
      select p.id, p.company_id, p.time_zone, p.currency, p.installer, p.installer_company_id,
        'contacts' = any(hidden.parts) as hides_contacts, 'earnings' = any(hidden.parts) as hides_earnings
      from plants p cross join lateral (select ${hiddenParts(scope)} as parts offset 0) hidden
      where ${listedInScope(scope)}
    ),
    companies_seen as (
      select c.id, ${companyNameIn("c", language)} as name from companies c
      where c.id in (select company_id from seen where not hides_contacts)
      order by c.name collate natural_order, c.id limit ${MAX_CHOICES}
    ),
    installers_seen as (
      select name from (
        select installer as name from seen where not hides_contacts and installer <> ''
        union
        select c.name from seen join companies c on c.id = seen.installer_company_id where not hides_contacts
      ) named order by name collate natural_order, name limit ${MAX_CHOICES}
    ),
    tags_seen as (
      select distinct t.tag collate natural_order as ordered, t.tag from plant_tags t where t.plant_id in (select id from seen)
      order by 1, 2 limit ${MAX_CHOICES}
    )
    select
      coalesce((select jsonb_agg(jsonb_build_object('companyId', id, 'companyName', name)) from companies_seen), '[]') as companies,
      array(select name from installers_seen) as installers,
      array(select distinct time_zone from seen) as "timeZones",
      array(select tag from tags_seen) as tags,
      array(select distinct currency from seen where not hides_earnings order by 1) as currencies`.execute(
    db,
  );
  const { timeZones, ...choices } = rows[0] as (typeof rows)[number];
  return { ...choices, countries: [...new Set(timeZones.map(findCountry).filter(isCountry))].sort() };
}

/** Whether a company has a plant whose contacts are visible to the caller. */
export async function hasCompanyPlant(db: Db, scope: Scope, companyId: string): Promise<boolean> {
  const { rows } = await sql`
    select from plants p
    where ${listedInScope(scope)} and p.company_id = ${companyId} and not 'contacts' = any(${hiddenParts(scope)})
    limit 1`.execute(db);
  return rows.length > 0;
}
