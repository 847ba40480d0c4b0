import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

/** A time during which what a gateway reports of a device belongs to a plant and a slot. */
export interface RightPlace {
  readonly deviceKey: number;
  readonly gatewayKey: number;
  readonly fromAt: number;
  readonly toAt: number;
  readonly plantKey: number;
  /** 0 when the device has no slot. */
  readonly slotKey: number;
}

/**
 * Right places of devices: times in which they and a gateway are linked to the same plant. `until` ends open ones. The
 * gateways are found first, since a plant has few of them and the planner does not know it.
 */
export async function listRightPlaces(
  db: Db,
  { deviceIds, until }: { deviceIds: readonly string[]; until: number },
): Promise<RightPlace[]> {
  const { rows } = await sql<Omit<RightPlace, "fromAt" | "toAt"> & { fromAt: Date; toAt: Date }>`
    with gateway as materialized (
      select gl.plant_id, gl.from_at, gl.to_at, g.id, g.key
      from device_links gl join devices g on g.id = gl.device_id and g.type = 'DCON'
      where gl.plant_id in (select plant_id from device_links where device_id = any(${deviceIds}::uuid[]))
    )
    select d.key as "deviceKey", g.key as "gatewayKey", greatest(l.from_at, g.from_at) as "fromAt",
      least(l.to_at, g.to_at, ${new Date(until)}::timestamptz) as "toAt", p.key as "plantKey", coalesce(s.key, 0) as "slotKey"
    from device_links l
    join devices d on d.id = l.device_id
    join plants p on p.id = l.plant_id
    left join slots s on s.id = l.slot_id
    join gateway g on g.plant_id = l.plant_id
    where l.device_id = any(${deviceIds}::uuid[]) and (d.type <> 'DCON' or g.id = d.id)
      and greatest(l.from_at, g.from_at) < least(l.to_at, g.to_at, ${new Date(until)}::timestamptz)`.execute(
    db,
  );
  return rows.map(({ fromAt, toAt, ...place }) => ({
    ...place,
    fromAt: fromAt.getTime(),
    toAt: toAt.getTime(),
  }));
}
