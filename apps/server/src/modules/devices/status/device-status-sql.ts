import { DEVICE_STATUS_BY_REASON } from "@heliograph/contract";
import { DEFAULT_REPORT_INTERVAL_S } from "@heliograph/contract/report-age";
import { sunCoordinates } from "@heliograph/solar";
import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import { isAlarmActive } from "./open-alarms-sql.ts";
import { offlineDelay } from "./report-age-sql.ts";
import { SLEEP_BELOW_DEG } from "./status.service.ts";

/**
 * State and latest values (`s`) of the device of a link `l`, and the gateway that it is itself (`own`); null without a link. They do not refer to
 * `devices`, so that a query which reads nothing of that table leaves it out.
 */
export const latestJoins = sql.raw(`
  left join device_latest s on s.device_id = l.device_id
  left join gateways own on own.device_id = l.device_id`);

/**
 * Joins that decide the status of a device, beside `d` (devices) and `l` (its open link): those of `latestJoins`, and its
 * gateway where it is its parent (`above`) or its parent's parent (`top`).
 */
export const statusJoins = sql`${latestJoins} ${sql.raw(`
  left join device_links parent on parent.device_id = l.parent_id and parent.to_at is null
  left join gateways above on above.device_id = l.parent_id
  left join gateways top on top.device_id = parent.parent_id`)}`;

const ofGateway = (column: string) => sql.raw(`coalesce(own.${column}, above.${column}, top.${column})`);

/** Seconds between two reports of the device's gateway. */
export const reportIntervalS = sql<number>`coalesce(${ofGateway("report_interval_s")}, ${DEFAULT_REPORT_INTERVAL_S}::int)`;

/** Whether a time is within the report intervals (in seconds) after which silence counts; null without a time. */
const isRecent = (now: Date, at: RawBuilder<unknown>, intervalS: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${at} > ${now}::timestamptz - ${offlineDelay(intervalS)})`;

/** Why a device is offline; null while it is online. */
const offlineReason = (now: Date): RawBuilder<string | null> => sql<string | null>`
  case
    when ${ofGateway("is_online")} is not true then 'disconnected'
    when ${isRecent(now, ofGateway("last_heard_at"), reportIntervalS)} is not true then 'silent'
    when d.type = 'DCON' then null
    when s.is_down then 'unit-down'
    when ${isRecent(now, sql`s.last_sample_at`, reportIntervalS)} is not true then 'no-samples'
  end`;

/** Whether a gateway `g` does not communicate, and with it none of its units. */
export const isGatewaySilent = (now: Date): RawBuilder<boolean> => sql<boolean>`
  (g.is_online and ${isRecent(
    now,
    sql`g.last_heard_at`,
    sql`coalesce(g.report_interval_s, ${DEFAULT_REPORT_INTERVAL_S}::int)`,
  )}) is not true`;

/** Query of the ids of devices that are offline, or asleep, for another reason than that their gateway does not communicate. */
export const silentAlone = (now: Date): RawBuilder<unknown> => sql`
  select d.id as device_id from devices d
  join device_links l on l.device_id = d.id and l.to_at is null
  ${statusJoins}
  where coalesce(own.device_id, above.device_id, top.device_id) is null
    or ${offlineReason(now)} in ('unit-down', 'no-samples')`;

/** Whether a device communicates. */
export const isOnline = (now: Date): RawBuilder<boolean> => sql<boolean>`(${offlineReason(now)} is null)`;

/** Condition that the device `d` has an active alarm which meets a condition on `a`. */
export type HasAlarm = (condition: RawBuilder<unknown>) => RawBuilder<boolean>;

/** For few devices: one lookup per device. */
export const hasAlarmOfOne: HasAlarm = (condition) => sql<boolean>`
  exists (select from alarms a where a.device_id = d.id and ${isAlarmActive} and ${condition})`;

/** For the devices of many plants, `chosen`: a sub-select is hashed, whatever the planner guesses of its size. */
export const hasAlarmOfMany: HasAlarm = (condition) => sql<boolean>`
  d.id in (
    select a.device_id from alarms a
    where a.plant_id in (select id from chosen) and ${isAlarmActive} and ${condition}
  )`;

/**
 * Query of the ids (`device_id`) of the devices of the plants `chosen` from which a fault, an alarm or a warning can come: only
 * these have one of the three statuses. They are few and have indexes. A device may be in it twice.
 */
export const devicesWithFindings = sql`
  select device_id from device_states where unit_status = 7
  union all
  select a.device_id from alarms a where a.plant_id in (select id from chosen) and ${isAlarmActive}`;

const SLEEP_BELOW = Math.sin((SLEEP_BELOW_DEG * Math.PI) / 180);

/**
 * Whether silent units of the plant `p` sleep, computed from one position of the sun over the Earth; as in `isDeviceAsleep`.
 * Null without coordinates.
 */
export const isSleepTime = (now: Date): RawBuilder<boolean> => {
  const { declinationRad, greenwichHourAngleDeg } = sunCoordinates(now.getTime());
  return sql<boolean>`(
    sind(p.latitude) * ${Math.sin(declinationRad)}::float8
      + cosd(p.latitude) * ${Math.cos(declinationRad)}::float8 * cosd(${greenwichHourAngleDeg}::float8 + p.longitude) < ${SLEEP_BELOW}::float8
  )`;
};

/** The open fault of a unit of the plant `p` that may be asleep, which outranks sleep; else null. By day silence outranks it. */
const faultOfAsleep = (hasAlarm: HasAlarm, sleepTime: RawBuilder<boolean>): RawBuilder<string | null> => sql<
  string | null
>`
  case
    when d.type = 'DCON' then null
    when s.unit_status = 7 then case when ${sleepTime} then 'unit-fault' end
    when ${hasAlarm(sql`a.severity = 'fault'`)} then case when ${sleepTime} then 'fault-alarm' end
  end`;

/**
 * Whether a device communicates or has a fault that outranks its sleep ("online"), is silent because the sun is low at the
 * plant `p` ("asleep"; a gateway never is), or is offline. `sleepTime`: `isSleepTime`, or a column with its value.
 */
export const presenceOf = (
  now: Date,
  hasAlarm: HasAlarm,
  sleepTime: RawBuilder<boolean>,
): RawBuilder<string> => sql<string>`
  case
    when ${offlineReason(now)} is null or ${faultOfAsleep(hasAlarm, sleepTime)} is not null then 'online'
    when d.type <> 'DCON' and ${sleepTime} then 'asleep'
    else 'offline'
  end`;

/** The reason that decides the status of a device of the plant `p`, as in `DEVICE_STATUS_BY_REASON`. */
export const statusReasonOf = (
  now: Date,
  hasAlarm: HasAlarm,
  sleepTime = isSleepTime(now),
): RawBuilder<string> => sql<string>`
  coalesce(${faultOfAsleep(hasAlarm, sleepTime)}, ${offlineReason(now)}, case
    when s.unit_status = 7 then 'unit-fault'
    when ${hasAlarm(sql`a.severity = 'fault'`)} then 'fault-alarm'
    when ${hasAlarm(sql`a.severity = 'alarm'`)} then 'threshold-alarm'
    when ${hasAlarm(sql`true`)} then 'warning-alarm'
    else 'none'
  end)`;

export const statusOf = (now: Date, hasAlarm: HasAlarm, sleepTime = isSleepTime(now)): RawBuilder<string> =>
  sql<string>`(${JSON.stringify(DEVICE_STATUS_BY_REASON)}::jsonb ->> (${statusReasonOf(now, hasAlarm, sleepTime)}))`;
