import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, plantsInScope } from "../../base/access/scope-sql.ts";
import { PLACE_ORDER } from "./place-order-sql.ts";

/** Ids of devices in the order of their places, at most as many as were asked for, and how many there are. */
export interface PlacedIds {
  readonly ids: readonly string[];
  readonly total: number;
}

/** Devices above, beside and below a device; access to it was checked before. */
export interface PlaceIds {
  /** The gateway first. */
  readonly above: readonly string[];
  readonly beside: PlacedIds;
  readonly below: PlacedIds;
}

/** In the order of their places, without a place by serial number. */
const placed = (condition: ReturnType<typeof sql>, limit: number) => sql`(
  select coalesce(json_build_object('ids', json_agg(id order by position), 'total', max(total)), '{}') from (
    select d.id, (count(*) over ())::int as total, row_number() over (
      order by ${sql.join(PLACE_ORDER)}, d.sn) as position
    from own
    join device_links l on l.plant_id = own.plant_id and l.to_at is null
    join devices d on d.id = l.device_id
    left join slots slot on slot.id = l.slot_id
    where ${condition}
    order by position limit ${limit}
  ) found
)`;

export async function findPlaceIds(
  db: Db,
  { deviceId, limit }: { deviceId: string; limit: number },
): Promise<PlaceIds> {
  const { rows } = await sql<{
    above: string[] | null;
    beside: Partial<PlacedIds> & { ids?: string[] | null };
    below: Partial<PlacedIds> & { ids?: string[] | null };
  }>`
    with recursive own as (
      select l.device_id, l.plant_id, l.parent_id, d.type from device_links l join devices d on d.id = l.device_id
      where l.device_id = ${deviceId} and l.to_at is null
    ), above as (
      select own.parent_id as id, 1 as height from own where own.parent_id is not null
      union
      -- Three levels at most; the bound ends a circle of parents.
      select l.parent_id, above.height + 1 from above
      join device_links l on l.device_id = above.id and l.to_at is null
      where l.parent_id is not null and above.height < 3
    )
    select (select array_agg(id order by height desc) from above) as above,
      ${placed(sql`l.parent_id is not distinct from own.parent_id and d.type = own.type`, limit)} as beside,
      ${placed(sql`l.parent_id = own.device_id`, limit)} as below`.execute(db);
  const [row] = rows;
  const toPlaced = (found: { ids?: readonly string[] | null; total?: number | null } | undefined) => ({
    ids: found?.ids ?? [],
    total: found?.total ?? 0,
  });
  return { above: row?.above ?? [], beside: toPlaced(row?.beside), below: toPlaced(row?.below) };
}

/** A device's stay at a place. */
export interface PlacementRow {
  readonly linkId: string;
  readonly deviceId: string;
  readonly sn: string;
  readonly alias: string;
  readonly type: "DCON" | "SCON" | "MCON" | "OPT" | "RSD";
  readonly stationId: string;
  readonly stationName: string;
  readonly timeZone: string;
  readonly slotLabel: string;
  readonly parentSn: string | null;
  readonly fromAt: Date;
  readonly toAt: Date | null;
  readonly createdByName: string | null;
}

/**
 * Stays of a device and, where the layout is visible, those of other devices at the same places, the newest first; only in
 * plants whose devices are visible to the caller.
 */
export async function listPlacements(
  db: Db,
  scope: Scope,
  { deviceId, limit }: { deviceId: string; limit: number },
): Promise<{ rows: PlacementRow[]; total: number }> {
  const { rows } = await sql<PlacementRow & { total: number }>`
    select l.id as "linkId", d.id as "deviceId", d.sn, d.alias, d.type, p.id as "stationId", p.name as "stationName",
      p.time_zone as "timeZone", case when sight.hides_layout then '' else coalesce(slot.label, '') end as "slotLabel",
      (select sn from devices where id = l.parent_id) as "parentSn", l.from_at as "fromAt", l.to_at as "toAt",
      case when not sight.hides_contacts and a.cancelled_at is null then a.user_name end as "createdByName",
      (count(*) over ())::int as total
    from device_links l
    join devices d on d.id = l.device_id
    join plants p on p.id = l.plant_id and ${plantsInScope(scope, "devices")}
    left join slots slot on slot.id = l.slot_id
    left join accounts a on a.id = l.created_by
    cross join lateral (
      select 'layout' = any(hidden.parts) as hides_layout, 'contacts' = any(hidden.parts) as hides_contacts
      from (select ${hiddenParts(scope)} as parts) hidden
    ) sight
    where l.device_id = ${deviceId} or (not sight.hides_layout and l.slot_id in (
      select own.slot_id from device_links own where own.device_id = ${deviceId} and own.slot_id is not null))
    order by l.from_at desc, l.id limit ${limit}`.execute(db);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
