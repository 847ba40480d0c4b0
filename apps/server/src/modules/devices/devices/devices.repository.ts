import type { Device, DeviceStatusReason, Language } from "@heliograph/contract";
import { DEVICE_STATUS_BY_REASON } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, plantsInScope } from "../../base/access/scope-sql.ts";
import { companyNameIn } from "../../base/names/names-sql.ts";
import {
  hasAlarmOfOne,
  isOnline,
  reportIntervalS,
  statusJoins,
  statusReasonOf,
} from "../status/device-status-sql.ts";
import type { DeviceFilter, DevicePage } from "./device-conditions-sql.ts";
import { searchDevices } from "./device-search.repository.ts";
import { latestValues } from "./latest-values-sql.ts";

/** A device as stored; sleep depends on the sun and is decided by the service. */
export interface DeviceRecord
  extends Omit<Device, "alarm" | "isAsleep" | "onlineAt" | "updatedAt" | "level"> {
  readonly onlineAt: Date | null;
  readonly updatedAt: Date | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

interface DeviceRow extends Omit<DeviceRecord, "communicationStatus" | "status"> {
  readonly statusReason: DeviceStatusReason;
  readonly isOnline: boolean;
}

function toRecord({ isOnline, ...row }: DeviceRow): DeviceRecord {
  const status = DEVICE_STATUS_BY_REASON[row.statusReason];
  return { ...row, status, communicationStatus: isOnline ? "online" : "offline" };
}

/** Full rows of those of the devices that are in a plant of the scope; in no order. */
async function readDevices(
  db: Db,
  scope: Scope,
  { now, ids, language }: { now: Date; ids: readonly string[]; language: Language },
): Promise<DeviceRecord[]> {
  const { rows } = await sql<DeviceRow>`
    select d.id as "deviceId", d.sn, d.alias, d.type, d.model,
      d.software_version as "softwareVersion", d.hardware_version as "hardwareVersion",
      d.hplc_version as "hplcVersion", d.mcon_st_version as "mconStVersion",
      coalesce(d.rated_power_w, m.rated_power_w) as "ratedPowerW",
      coalesce(own.online_since, s.online_since) as "onlineAt",
      ${statusReasonOf(now, hasAlarmOfOne)} as "statusReason", ${isOnline(now)} as "isOnline",
      case when not sight.hides_contacts then o.user_name end as "ownerName", p.id as "stationId",
      p.name as "stationName", case when not sight.hides_contacts then ${companyNameIn("c", language)} end as "companyName",
      p.time_zone as "timeZone", ${reportIntervalS} as "reportIntervalS", l.parent_id as "parentId",
      coalesce(slot.label, '') as "slotLabel",
      ${latestValues},
      s.is_closed as "isClosed", d.adopted_at is not null as "isAdopted",
      (
        select jsonb_build_object('state', ud.state, 'percent', ud.percent) from upgrade_devices ud
        where ud.device_id = d.id and ud.finished_at is null and ud.state <> 'queued'
      ) as upgrade,
      slot.tilt_deg as "tiltDeg", slot.azimuth_deg as "azimuthDeg", slot.pole_position as "polePosition",
      coalesce(s.last_sample_at, own.power_at) as "updatedAt", p.latitude, p.longitude
    from devices d
    join device_links l on l.device_id = d.id and l.to_at is null
    join plants p on p.id = l.plant_id and ${plantsInScope(scope, "devices")}
    join accounts o on o.id = p.owner_id
    join companies c on c.id = p.company_id
    ${statusJoins}
    cross join lateral (
      select 'layout' = any(hidden.parts) as hides_layout, 'contacts' = any(hidden.parts) as hides_contacts
      from (select ${hiddenParts(scope)} as parts) hidden
    ) sight
    left join slots own_slot on own_slot.id = l.slot_id
    left join slots slot on slot.id = l.slot_id and not sight.hides_layout
    left join slot_modules sm on sm.slot_id = own_slot.id and sm.to_at is null
    left join modules m on m.id = sm.module_id
    where d.id = any(${ids}::uuid[])`.execute(db);
  return rows.map(toRecord);
}

export async function listDevices(
  db: Db,
  scope: Scope,
  query: { now: Date; filter: DeviceFilter; page: DevicePage; language: Language },
): Promise<{ rows: DeviceRecord[]; total: number; isTotalCapped: boolean }> {
  const { ids, ...found } = await searchDevices(db, scope, query);
  return { rows: await listDevicesById(db, scope, { ...query, ids }), ...found };
}

/** Those of the devices that are visible to the caller, in the order of the ids. */
export async function listDevicesById(
  db: Db,
  scope: Scope,
  query: { now: Date; ids: readonly string[]; language: Language },
): Promise<DeviceRecord[]> {
  const byId = new Map((await readDevices(db, scope, query)).map((device) => [device.deviceId, device]));
  return query.ids.flatMap((id) => byId.get(id) ?? []);
}

export interface RejectedReport {
  readonly receivedAt: Date;
  readonly topic: string;
  readonly seq: number | null;
  readonly reason: string;
  readonly detail: string;
  readonly body: Buffer;
}

/** A gateway's rejected reports with their reasons; access to the device was checked before. */
export async function listRejected(
  db: Db,
  scope: Scope,
  query: { deviceId: string; offset: number; limit: number },
): Promise<{ rows: RejectedReport[]; total: number; counts: { reason: string; total: number }[] }> {
  const isVisible = sql`exists (
    select from device_links l join plants p on p.id = l.plant_id
    where l.device_id = ${query.deviceId} and l.to_at is null and ${plantsInScope(scope, "devices")})`;
  const reports = await sql<RejectedReport & { total: number }>`
    select received_at as "receivedAt", topic, seq, reason, detail, body, (count(*) over ())::int as total
    from rejected_reports where gateway_id = ${query.deviceId} and ${isVisible}
    order by id desc offset ${query.offset} limit ${query.limit}`.execute(db);
  const counts = await sql<{ reason: string; total: number }>`
    select reason, total::int as total from rejected_report_counts
    where gateway_id = ${query.deviceId} and ${isVisible} order by total desc, reason`.execute(db);
  return { rows: reports.rows, total: reports.rows[0]?.total ?? 0, counts: counts.rows };
}
