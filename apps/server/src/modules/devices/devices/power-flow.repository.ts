import type { DeviceStatus, DeviceType } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope } from "../../base/access/scope-sql.ts";
import { hasAlarmOfMany, statusJoins, statusOf } from "../status/device-status-sql.ts";
import { powerValidity } from "../status/report-age-sql.ts";

/** Devices of a plant with the same type and status. */
export interface DeviceCount {
  readonly type: DeviceType;
  readonly status: DeviceStatus;
  readonly count: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Devices of a plant by type and status; none where they are not visible to the caller. */
export async function countDevicesByStatus(
  db: Db,
  scope: Scope,
  { plantId, now }: { plantId: string; now: Date },
): Promise<DeviceCount[]> {
  const { rows } = await sql<DeviceCount>`
    with chosen as (
      select p.id, p.latitude, p.longitude from plants p
      where p.id = ${plantId} and ${plantsInScope(scope, "devices")}
    ),
    placed as (
      select d.type, ${statusOf(now, hasAlarmOfMany)} as status, p.latitude, p.longitude
      from chosen p
      join device_links l on l.plant_id = p.id and l.to_at is null
      join devices d on d.id = l.device_id
      ${statusJoins}
    )
    select type, status, latitude, longitude, count(*)::int as count
    from placed group by type, status, latitude, longitude`.execute(db);
  return rows;
}

/** Power in W that a plant's gateways report at each level; null without a report that still counts. */
export interface LevelPowers {
  readonly moduleW: number | null;
  readonly stringW: number | null;
  readonly acMeterW: number | null;
  /** Any gateway reported an AC meter last. */
  readonly hasAcMeter: boolean;
}

/** Powers of a plant by level; the caller has checked the access to it. */
export async function readLevelPowers(
  db: Db,
  { plantId, now }: { plantId: string; now: Date },
): Promise<LevelPowers> {
  const { rows } = await sql<LevelPowers>`
    select sum(g.module_power_w) filter (where g.is_valid) as "moduleW",
      sum(g.string_power_w) filter (where g.is_valid) as "stringW",
      sum(g.ac_meter_power_w) filter (where g.is_valid) as "acMeterW",
      coalesce(bool_or(g.ac_meter_power_w is not null), false) as "hasAcMeter"
    from (
      select g.*, g.power_at + ${powerValidity(sql.raw("g.report_interval_s"))} > ${now}::timestamptz as is_valid
      from device_links l join gateways g on g.device_id = l.device_id
      where l.plant_id = ${plantId} and l.to_at is null and l.parent_id is null
    ) g`.execute(db);
  return rows[0] as LevelPowers;
}
