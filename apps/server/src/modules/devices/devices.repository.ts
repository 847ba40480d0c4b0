import type { Device, DeviceStatus, DeviceType } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { plantsInScope } from "../access/access.service.ts";

/** A device as the database knows it; sleep depends on the sun and is decided by the service. */
export interface DeviceRecord extends Omit<Device, "isAsleep" | "onlineAt" | "updatedAt" | "level"> {
  readonly onlineAt: Date | null;
  readonly updatedAt: Date | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export interface DeviceFilter {
  readonly stationId?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly type?: DeviceType | undefined;
  readonly status?: DeviceStatus | undefined;
  readonly search?: string | undefined;
}

export interface DevicePage {
  readonly sort: keyof typeof sortColumns;
  readonly order: "asc" | "desc";
  readonly offset: number;
  readonly limit: number;
}

const sortColumns = {
  sn: ["sn"],
  alias: ["alias"],
  type: ["type"],
  status: ["status"],
  updatedAt: [`"updatedAt"`],
  powerW: [`"powerW"`],
  // A2 before A10: the letters first, then the number in them.
  slotLabel: [
    String.raw`regexp_replace("slotLabel", '\d+', '', 'g')`,
    String.raw`nullif(regexp_replace("slotLabel", '\D', '', 'g'), '')::numeric`,
  ],
} as const;

/** Of the gateway a device hangs under: itself, its parent, or its parent's parent. */
const reportInterval = sql.raw(
  "make_interval(secs => coalesce(own.report_interval_s, above.report_interval_s, top.report_interval_s))",
);

const point = (name: string) => sql.raw(`(s.latest ->> '${name}')::float8`);

/**
 * Devices with an open link in the scope. Offline > fault > alarm > warning > normal; a unit is offline with its
 * gateway, after a `down` event, or three report intervals after its last sample (domain: Status of a device).
 */
function selectDevices(scope: Scope, now: Date, filter: DeviceFilter): RawBuilder<DeviceRecord> {
  const search = filter.search ? `%${filter.search.replace(/[\\%_]/g, "\\$&")}%` : null;
  return sql<DeviceRecord>`
    with chosen as (
      select p.* from plants p
      where ${plantsInScope(scope)} and (${filter.stationId ?? null}::uuid is null or p.id = ${filter.stationId ?? null})
    ),
    open_alarms as (
      select a.device_id, bool_or(a.kind = 'device' and a.severity = 'fault') as has_fault,
        bool_or(a.kind = 'threshold') as has_alarm, bool_or(a.kind = 'device' and a.severity <> 'fault') as has_warning
      from alarms a join chosen on chosen.id = a.plant_id
      where a.status = 'unresolved' and a.gone_at is null
      group by a.device_id
    )
    select devices.*,
      case
        when "communicationStatus" = 'offline' then 'offline'
        when unit_status = 7 or has_fault then 'fault'
        when has_alarm then 'alarm'
        when has_warning then 'warning'
        else 'normal'
      end as status
    from (
      select d.id as "deviceId", d.sn, d.alias, d.type, d.model,
        d.software_version as "softwareVersion", d.hardware_version as "hardwareVersion",
        d.hplc_version as "hplcVersion", d.mcon_st_version as "mconStVersion",
        coalesce(d.rated_power_w, m.rated_power_w) as "ratedPowerW", ${point("rs")} as "signalDbm",
        coalesce(own.online_since, s.online_since) as "onlineAt",
        case
          when coalesce(own.is_online, above.is_online, top.is_online)
            and coalesce(own.last_heard_at, above.last_heard_at, top.last_heard_at) > ${now}::timestamptz - 3 * ${reportInterval}
            and (d.type = 'DCON' or (not coalesce(s.is_down, false)
              and s.last_sample_at > ${now}::timestamptz - 3 * ${reportInterval}))
          then 'online' else 'offline'
        end as "communicationStatus",
        s.unit_status,
        -- Sub-selects and no join: they are hashed whatever the planner guesses of their size.
        d.id in (select device_id from open_alarms where has_fault) as has_fault,
        d.id in (select device_id from open_alarms where has_alarm) as has_alarm,
        d.id in (select device_id from open_alarms where has_warning) as has_warning,
        o.user_name as "ownerName", p.id as "stationId", p.name as "stationName", l.parent_id as "parentId",
        coalesce(slot.label, '') as "slotLabel",
        ${point("vi")} as "inputVoltageV", ${point("ii")} as "inputCurrentA",
        ${point("vo")} as "outputVoltageV", ${point("io")} as "outputCurrentA",
        ${point("pw")} as "powerW", ${point("tp")} as "temperatureC", ${point("eh")} as "generationWh",
        s.is_closed as "isClosed", d.adopted_at is not null as "isAdopted",
        slot.tilt_deg as "tiltDeg", slot.azimuth_deg as "azimuthDeg", slot.pole_position as "polePosition",
        coalesce(s.last_sample_at, own.power_at) as "updatedAt", p.latitude, p.longitude
      from chosen p
      join device_links l on l.plant_id = p.id and l.to_at is null
      join devices d on d.id = l.device_id
      join accounts o on o.id = p.owner_id
      left join device_states s on s.device_id = d.id
      left join gateways own on own.device_id = d.id
      left join device_links parent on parent.device_id = l.parent_id and parent.to_at is null
      left join gateways above on above.device_id = l.parent_id
      left join gateways top on top.device_id = parent.parent_id
      left join slots slot on slot.id = l.slot_id
      left join slot_modules sm on sm.slot_id = slot.id and sm.to_at is null
      left join modules m on m.id = sm.module_id
      where (${filter.deviceId ?? null}::uuid is null or d.id = ${filter.deviceId ?? null})
        and (${filter.type ?? null}::text is null or d.type = ${filter.type ?? null})
        and (${search}::text is null or d.sn ilike ${search} or d.alias ilike ${search} or slot.label ilike ${search})
    ) devices`;
}

export async function listDevices(
  db: Db,
  scope: Scope,
  query: { now: Date; filter: DeviceFilter; page: DevicePage },
): Promise<{ rows: DeviceRecord[]; total: number }> {
  const { now, filter, page } = query;
  const direction = page.order === "asc" ? "asc nulls first" : "desc nulls last";
  const order = [...sortColumns[page.sort], "sn"].map((column) => `${column} ${direction}`).join(", ");
  const { rows } = await sql<DeviceRecord & { total: number }>`
    select *, (count(*) over ())::int as total
    from (${selectDevices(scope, now, filter)}) found
    where ${filter.status ?? null}::text is null or status = ${filter.status ?? null}
    order by ${sql.raw(order)} offset ${page.offset} limit ${page.limit}`.execute(db);
  if (rows.length > 0 || page.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (${selectDevices(scope, now, filter)}) found
    where ${filter.status ?? null}::text is null or status = ${filter.status ?? null}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findDevice(
  db: Db,
  scope: Scope,
  now: Date,
  deviceId: string,
): Promise<DeviceRecord | undefined> {
  const { rows } = await selectDevices(scope, now, { deviceId }).execute(db);
  return rows[0];
}

export interface RejectedReport {
  readonly receivedAt: Date;
  readonly topic: string;
  readonly seq: number | null;
  readonly reason: string;
  readonly detail: string;
  readonly body: Buffer;
}

/** What a gateway's reports were set aside for; access to the device was checked before. */
export async function listRejected(
  db: Db,
  scope: Scope,
  query: { deviceId: string; offset: number; limit: number },
): Promise<{ rows: RejectedReport[]; total: number; counts: { reason: string; total: number }[] }> {
  const reach = sql`exists (
    select from device_links l join plants p on p.id = l.plant_id
    where l.device_id = ${query.deviceId} and l.to_at is null and ${plantsInScope(scope)})`;
  const reports = await sql<RejectedReport & { total: number }>`
    select received_at as "receivedAt", topic, seq, reason, detail, body, (count(*) over ())::int as total
    from reports_set_aside where gateway_id = ${query.deviceId} and ${reach}
    order by id desc offset ${query.offset} limit ${query.limit}`.execute(db);
  const counts = await sql<{ reason: string; total: number }>`
    select reason, total::int as total from reports_set_aside_counts
    where gateway_id = ${query.deviceId} and ${reach} order by total desc, reason`.execute(db);
  return { rows: reports.rows, total: reports.rows[0]?.total ?? 0, counts: counts.rows };
}
