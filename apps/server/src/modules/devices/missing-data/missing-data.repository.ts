import type { OwnFaultName } from "@heliograph/contract/fault-codes";
import { getFault } from "@heliograph/contract/fault-codes";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { reportIntervalS, statusJoins } from "../status/device-status-sql.ts";
import { offlineDelay } from "../status/report-age-sql.ts";
import type { ObservedGateway, ObservedUnit } from "./missing-data-rules.ts";
import { MIN_PEER_SHARE } from "./missing-data-rules.ts";
import {
  canBeAwake,
  FAULT_STATUS,
  GATEWAY_OFFLINE,
  hasActiveAlarm,
  hasFaultAlarm,
  INTERNAL_FAULT,
  isOpen,
  isSunUp,
  UNIT_OFFLINE,
  ZERO_POWER,
} from "./missing-data-sql.ts";

/** Of a unit whose rated power is not known. */
const USUAL_RATED_W = 400;

const producingTypes: readonly string[] = getFault("zeroPower").sources;

/** A device in its plant. */
export interface PlacedDevice {
  readonly plantId: string;
  readonly deviceId: string;
  readonly type: string;
  readonly intervalMs: number;
}

export type SilentGateway = PlacedDevice & ObservedGateway;
export type SuspectUnit = PlacedDevice & ObservedUnit;

const toMs = (at: RawBuilder<unknown>) => sql<number>`(extract(epoch from ${at}) * 1000)::float8`;
const gatewayDelay = offlineDelay(sql.raw("g.report_interval_s"));

/** Plants whose keys are in this range, the first key excluded. */
export interface PlantRange {
  readonly afterKey: number;
  readonly upToKey: number;
}

const isInRange = ({ afterKey, upToKey }: PlantRange): RawBuilder<boolean> =>
  sql<boolean>`(p.key > ${afterKey} and p.key <= ${upToKey})`;

/** The next plants by key; undefined after the last one. */
export async function findNextRange(
  db: Db,
  { afterKey, size }: { afterKey: number; size: number },
): Promise<PlantRange | undefined> {
  const { rows } = await sql<{ upToKey: number | null }>`
    select max(key) as "upToKey" from (
      select key from plants where key > ${afterKey} order by key limit ${size}
    ) next`.execute(db);
  const upToKey = rows[0]?.upToKey ?? undefined;
  return upToKey === undefined ? undefined : { afterKey, upToKey };
}

/** Gateways without an alarm that were heard before and are silent now, of plants where the sun is up. */
export async function listSilentGateways(db: Db, now: Date, range: PlantRange): Promise<SilentGateway[]> {
  const { rows } = await sql<SilentGateway>`
    select p.id as "plantId", d.id as "deviceId", d.type, g.report_interval_s * 1000 as "intervalMs",
      p.latitude, p.longitude, ${toMs(sql`greatest(g.last_heard_at, l.from_at)`)} as "silentSince"
    from gateways g
    join devices d on d.id = g.device_id
    join device_links l on l.device_id = g.device_id and l.to_at is null
    join plants p on p.id = l.plant_id
    where ${isInRange(range)} and g.last_heard_at <= ${now}::timestamptz - ${gatewayDelay} and ${isSunUp(now)}
      and not ${hasActiveAlarm(sql`d.id`, GATEWAY_OFFLINE)}`.execute(db);
  return rows;
}

/** Since when gateways can reach the link without a break, and when it last said so; undefined before its first start. */
export async function findLinkActivity(db: Db): Promise<{ upSince: number; beatAt: number } | undefined> {
  const { rows } = await sql<{ upSince: number; beatAt: number }>`
    select ${toMs(sql`up_since`)} as "upSince", ${toMs(sql`beat_at`)} as "beatAt" from link_activity`.execute(
    db,
  );
  return rows[0];
}

/**
 * Units of gateways that are online that report the state fault, whatever the sun does, without an alarm about it. Another
 * fault of the unit says more.
 */
export async function listFaultyUnits(db: Db, range: PlantRange): Promise<PlacedDevice[]> {
  const { rows } = await sql<PlacedDevice>`
    select p.id as "plantId", d.id as "deviceId", d.type, ${reportIntervalS} * 1000 as "intervalMs"
    from device_states faulty
    join devices d on d.id = faulty.device_id
    join device_links l on l.device_id = d.id and l.to_at is null
    join plants p on p.id = l.plant_id
    ${statusJoins}
    where faulty.unit_status = ${FAULT_STATUS} and ${isInRange(range)} and coalesce(above.is_online, top.is_online)
      and not ${hasFaultAlarm(sql`d.id`)}`.execute(db);
  return rows;
}

const suspectedCode = sql`case when u.sampled_at <= u.silent_before then ${UNIT_OFFLINE} else ${ZERO_POWER} end`;
const suspectColumns = {
  deviceId: sql`u.device_id`,
  parentId: sql`u.parent_id`,
  isClosed: sql`u.is_closed`,
  gatewayId: sql`u.gateway_id`,
};

/**
 * Units without an alarm that are silent or without power, of gateways that are online where the sun is up. First, whole
 * blocks of latest values are passed over in which every unit reports power, and gateways whose units may all be asleep; peers are counted in the others only.
 */
export async function listSuspectUnits(db: Db, now: Date, range: PlantRange): Promise<SuspectUnit[]> {
  const { rows } = await sql<SuspectUnit>`
    with suspect as materialized (
      select g.device_id as gateway_id, g.report_interval_s, g.online_since, p.id as plant_id, p.latitude, p.longitude,
        ${now}::timestamptz - ${gatewayDelay} as silent_before
      from plants p
      join device_links own on own.plant_id = p.id and own.to_at is null and own.parent_id is null
      join gateways g on g.device_id = own.device_id
      where ${isInRange(range)} and ${isSunUp(now)} and g.is_online and g.last_heard_at > ${now}::timestamptz - ${gatewayDelay}
        and exists (
          select from latest_values v
          where v.gateway_id = g.device_id
            and (0 >= any (v.pw) or ${now}::timestamptz - ${gatewayDelay} >= any (v.sample_at))
        )
        and ${canBeAwake(now)}
    ), units as materialized (
      select g.*, l.device_id, l.parent_id, l.from_at, d.type, v.sample_at[s.position] as sampled_at,
        nullif(v.pw[s.position], 'NaN') as power_w, s.is_closed, s.unit_status,
        ${MIN_PEER_SHARE} * coalesce(d.rated_power_w, ${USUAL_RATED_W}) as min_power_w,
        slots.tilt_deg, slots.azimuth_deg
      from suspect g
      join latest_values v on v.gateway_id = g.gateway_id
      join device_states s on s.block_id = v.id
      join devices d on d.id = s.device_id
      join device_links l on l.device_id = d.id and l.to_at is null and l.plant_id = g.plant_id
        and l.parent_id is not null
      left join slots on slots.id = l.slot_id
    ), compared as (
      select *, count(*) over peers - 1 as peers,
        count(*) filter (where sampled_at > silent_before and power_w >= min_power_w) over peers as producing_peers
      from units
      window peers as (partition by gateway_id, type, tilt_deg, azimuth_deg)
    )
    select u.plant_id as "plantId", u.device_id as "deviceId", u.type, u.report_interval_s * 1000 as "intervalMs", u.latitude,
      u.longitude, ${toMs(sql`u.sampled_at`)} as "lastSampleAt",
      ${toMs(sql`greatest(u.online_since, u.from_at)`)} as "expectedSince",
      u.type = any (${producingTypes}::text[]) as "canProduce", u.power_w as "powerW", u.peers::int as peers,
      u.producing_peers::int as "producingPeers"
    from compared u
    where (u.power_w <= 0 and u.unit_status is distinct from ${FAULT_STATUS} or u.sampled_at <= u.silent_before)
      and not ${hasActiveAlarm(sql`u.device_id`, suspectedCode)} and not ${isOpen(suspectColumns)}`.execute(
    db,
  );
  return rows;
}

/** An alarm whose condition has ended. */
export interface EndedAlarm extends PlacedDevice {
  readonly fault: OwnFaultName;
}

const alarmedColumns = {
  deviceId: sql`d.id`,
  parentId: sql`l.parent_id`,
  isClosed: sql`s.is_closed`,
  gatewayId: sql`coalesce(above.device_id, top.device_id)`,
};

/** Active alarms whose device is heard, produces, is open or in another state again, or has left the plant. */
export async function listEndedAlarms(db: Db, now: Date, range: PlantRange): Promise<EndedAlarm[]> {
  const heardAfter = sql`${now}::timestamptz - ${offlineDelay(reportIntervalS)}`;
  const { rows } = await sql<EndedAlarm>`
    select a.plant_id as "plantId", d.id as "deviceId", d.type, ${reportIntervalS} * 1000 as "intervalMs",
      case a.fault_code when ${GATEWAY_OFFLINE} then 'gatewayOffline' when ${UNIT_OFFLINE} then 'unitOffline'
        when ${INTERNAL_FAULT} then 'internalFault' else 'zeroPower' end as fault
    from alarms a
    join plants p on p.id = a.plant_id
    join devices d on d.id = a.device_id
    left join device_links l on l.device_id = d.id and l.to_at is null and l.plant_id = a.plant_id
    ${statusJoins}
    where ${isInRange(range)} and a.status = 'unresolved' and a.gone_at is null
      and a.fault_code in (${GATEWAY_OFFLINE}, ${UNIT_OFFLINE}, ${ZERO_POWER}, ${INTERNAL_FAULT})
      and (
        l.device_id is null
        or case a.fault_code
          when ${GATEWAY_OFFLINE} then own.last_heard_at > ${heardAfter}
          when ${UNIT_OFFLINE} then s.last_sample_at > ${heardAfter}
          when ${INTERNAL_FAULT} then s.unit_status is distinct from ${FAULT_STATUS}
          else s.pw > 0 or ${isOpen(alarmedColumns)}
        end
      )`.execute(db);
  return rows;
}
