import type { DeviceType } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";

/** A device of a plant and the slot it is in. */
export interface PlacedDevice {
  readonly deviceId: string;
  readonly deviceKey: number;
  readonly sn: string;
  readonly type: DeviceType;
  readonly parentId: string | null;
  readonly slotKey: number | null;
  /** Empty without a slot. */
  readonly label: string;
  readonly tiltDeg: number | null;
  readonly azimuthDeg: number | null;
  readonly ratedPowerW: number | null;
}

/** Number of a unit in day files: that of its slot, so that a swapped device continues its curve; else minus its device's. */
export const keyOf = ({ slotKey, deviceKey }: PlacedDevice): number => slotKey ?? -deviceKey;

/** Devices that are in the plant now, gateways first, then strings; a module's rating takes precedence over its device's. */
export async function listPlacedDevices(
  db: Db | Transaction,
  { plantId }: PlantInScope,
): Promise<PlacedDevice[]> {
  const { rows } = await sql<PlacedDevice>`
    select d.id as "deviceId", d.key as "deviceKey", d.sn, d.type, l.parent_id as "parentId", s.key as "slotKey",
      coalesce(s.label, '') as label, s.tilt_deg as "tiltDeg", s.azimuth_deg as "azimuthDeg",
      coalesce(m.rated_power_w, d.rated_power_w) as "ratedPowerW"
    from device_links l
    join devices d on d.id = l.device_id
    left join slots s on s.id = l.slot_id
    left join slot_modules sm on sm.slot_id = s.id and sm.to_at is null
    left join modules m on m.id = sm.module_id
    where l.plant_id = ${plantId} and l.to_at is null
    order by array_position(array['DCON', 'SCON', 'MCON', 'OPT', 'RSD'], d.type), d.key`.execute(db);
  return rows;
}
