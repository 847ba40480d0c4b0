import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope } from "../../base/access/scope-sql.ts";
import { companyNameIn } from "../../base/names/names-sql.ts";

export interface DeviceChoices {
  readonly companies: { companyId: string; companyName: string }[];
  readonly models: string[];
  readonly softwareVersions: string[];
}

/** Filter choices of the devices visible to the caller. */
export async function listDeviceChoices(db: Db, scope: Scope, language: Language): Promise<DeviceChoices> {
  const companies = await sql<{ companyId: string; companyName: string }>`
    select c.id as "companyId", ${companyNameIn("c", language)} as "companyName" from companies c
    where c.id in (
      select p.company_id from plants p
      where ${listedInScope(scope, "devices")} and not 'contacts' = any(${hiddenParts(scope)})
    )
    order by 2, c.id`.execute(db);
  const { rows } = await sql<{ model: string; version: string }>`
    select distinct d.model, d.software_version as version from plants p
    join device_links l on l.plant_id = p.id and l.to_at is null
    join devices d on d.id = l.device_id
    where ${listedInScope(scope, "devices")}`.execute(db);
  const distinct = (values: readonly string[]) => [...new Set(values)].filter((value) => value !== "").sort();
  return {
    companies: companies.rows,
    models: distinct(rows.map(({ model }) => model)),
    softwareVersions: distinct(rows.map(({ version }) => version)),
  };
}
