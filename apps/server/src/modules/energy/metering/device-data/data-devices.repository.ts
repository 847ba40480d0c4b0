import type { PlantPart } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import type { Db } from "../../../../infra/postgres/database.ts";
import { sql } from "../../../../infra/postgres/fast-sql.ts";
import { plantZones } from "../../../base/access/plant-zones-sql.ts";
import type { Scope } from "../../../base/access/scope.ts";
import { hiddenParts, plantsInScope } from "../../../base/access/scope-sql.ts";

/** A device whose measured data the caller may read, in its current plant. */
export interface DataDevice {
  readonly deviceId: string;
  readonly deviceKey: number;
  readonly plantId: string;
  readonly plantKey: number;
  readonly sn: string;
  readonly alias: string;
  /** Empty where the plant's layout is hidden from the caller. */
  readonly slotLabel: string;
  readonly zones: PlantZones;
  readonly hiddenParts: readonly PlantPart[];
}

/** Those of the devices that are in plants whose devices are visible to the caller, in the order of the ids. */
export async function listDataDevices(
  db: Db,
  scope: Scope,
  deviceIds: readonly string[],
): Promise<DataDevice[]> {
  const { rows } = await sql<DataDevice>`
    select d.id as "deviceId", d.key as "deviceKey", p.id as "plantId", p.key as "plantKey", d.sn, d.alias,
      case when 'layout' = any(hidden.parts) then '' else coalesce(slot.label, '') end as "slotLabel",
      ${plantZones} as zones, hidden.parts as "hiddenParts"
    from unnest(${deviceIds}::uuid[]) with ordinality as asked (id, position)
    join devices d on d.id = asked.id
    join device_links l on l.device_id = d.id and l.to_at is null
    join plants p on p.id = l.plant_id and ${plantsInScope(scope, "devices")}
    left join slots slot on slot.id = l.slot_id
    cross join lateral (select ${hiddenParts(scope)} as parts) hidden
    order by asked.position`.execute(db);
  return rows;
}
