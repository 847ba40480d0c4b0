import type { BodyOf, endpoints } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { plantsInScope } from "../access/access.service.ts";

type UpdateBody = BodyOf<typeof endpoints.station.update>;

/** The plant's own columns that the editor changes; the tariff is kept in versions of its own. */
export type PlantColumns = {
  [K in keyof Omit<UpdateBody, "stationId" | "revision" | "tariff" | "tariffFrom">]-?: Exclude<
    UpdateBody[K],
    undefined
  >;
};

export interface EditedPlant {
  readonly columns: PlantColumns;
  readonly revision: string;
  readonly key: number;
  readonly timeZone: string;
  readonly companyId: string;
  readonly hasHadDevices: boolean;
}

/** Of a plant `p`: microseconds of its last change. */
export const revision = sql.raw("(extract(epoch from p.updated_at) * 1000000)::bigint::text");

/** The plant as it stands, locked until the transaction ends. */
export async function findPlantForUpdate(
  trx: Transaction,
  scope: Scope,
  plantId: string,
): Promise<EditedPlant | undefined> {
  const { rows } = await sql<PlantColumns & Omit<EditedPlant, "columns">>`
    select p.name, p.installed_capacity_kwp::float8 as "installedCapacityKwp",
      p.grid_connection_date as "gridConnectionDate", p.installer, p.email, p.currency,
      p.investment_amount as "investmentAmount", p.person_in_charge as "personInCharge", p.phone, p.address,
      p.latitude, p.longitude, p.visibility,
      p.key, p.time_zone as "timeZone", p.company_id as "companyId", ${revision} as revision,
      exists (select from device_links l where l.plant_id = p.id) as "hasHadDevices"
    from plants p where p.id = ${plantId} and ${plantsInScope(scope)} for update`.execute(trx);
  const [row] = rows;
  if (!row) return undefined;
  const { key, timeZone, companyId, revision: read, hasHadDevices, ...columns } = row;
  return { columns, key, timeZone, companyId, revision: read, hasHadDevices };
}

/** Writes all columns anew and answers the new revision. */
export async function updatePlant(
  trx: Transaction,
  _scope: Scope,
  plantId: string,
  columns: PlantColumns,
): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    update plants p set name = ${columns.name}, installed_capacity_kwp = ${columns.installedCapacityKwp},
      grid_connection_date = ${columns.gridConnectionDate}::date, installer = ${columns.installer},
      email = ${columns.email}, currency = ${columns.currency}, investment_amount = ${columns.investmentAmount},
      person_in_charge = ${columns.personInCharge}, phone = ${columns.phone}, address = ${columns.address},
      latitude = ${columns.latitude}, longitude = ${columns.longitude}, visibility = ${columns.visibility},
      updated_at = clock_timestamp()
    where p.id = ${plantId} returning ${revision} as revision`.execute(trx);
  return (rows[0] as { revision: string }).revision;
}

/** What was valid from the plant's start reaches back to an earlier one; before a later start nothing is asked. */
export async function moveStart(
  trx: Transaction,
  _scope: Scope,
  { plantId, day }: { plantId: string; day: string },
): Promise<void> {
  for (const table of ["tariffs", "metering_sets"] as const) {
    await sql`
      update ${sql.table(table)} set valid_from = least(valid_from, ${day}::date)
      where plant_id = ${plantId}
        and valid_from = (select min(valid_from) from ${sql.table(table)} where plant_id = ${plantId})`.execute(
      trx,
    );
  }
}
