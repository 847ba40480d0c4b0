import type { PlantZones } from "@heliograph/solar";
import { findNextZoneAt } from "@heliograph/solar";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope } from "../../base/access/scope-sql.ts";
import type { PlantFields } from "./plant-fields.ts";
import { fieldAssignments, selectedFields } from "./plant-fields-sql.ts";

export interface EditedPlant extends PlantInScope {
  readonly fields: PlantFields;
  readonly zones: PlantZones;
  readonly revision: string;
  readonly key: number;
  readonly companyId: string;
  readonly hasHadDevices: boolean;
}

/** Revision of a plant `p`: the microseconds of its last change. */
export const revision = sql.raw("(extract(epoch from p.updated_at) * 1000000)::bigint::text");

/** The current plant, locked until the transaction ends. */
export async function findPlantForUpdate(
  trx: Transaction,
  scope: Scope,
  plantId: string,
): Promise<EditedPlant | undefined> {
  const { rows } = await sql<PlantFields & Omit<EditedPlant, keyof PlantInScope | "fields">>`
    select ${selectedFields},
      p.key, p.company_id as "companyId", ${revision} as revision, ${plantZones} as zones,
      exists (select from device_links l where l.plant_id = p.id) as "hasHadDevices"
    from plants p where p.id = ${plantId} and ${plantsInScope(scope)} for update`.execute(trx);
  const [row] = rows;
  if (!row) return undefined;
  const { key, companyId, revision: read, zones, hasHadDevices, ...fields } = row;
  return { plantId, fields, zones, key, companyId, revision: read, hasHadDevices } as EditedPlant;
}

/** Writes all fields and the zones, and returns the new revision. */
export async function updatePlant(
  trx: Transaction,
  { plantId }: PlantInScope,
  { fields, zones, now }: { fields: PlantFields; zones: PlantZones; now: number },
): Promise<string> {
  const nextAt = findNextZoneAt(now, zones);
  const { rows } = await sql<{ revision: string }>`
    update plants p set ${fieldAssignments(fields)},
      zones = ${typeof zones === "string" ? null : JSON.stringify(zones)}::jsonb,
      next_zone_at = ${nextAt === undefined ? null : new Date(nextAt)}::timestamptz, updated_at = clock_timestamp()
    where p.id = ${plantId} returning ${revision} as revision`.execute(trx);
  return (rows[0] as { revision: string }).revision;
}
