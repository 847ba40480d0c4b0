import type { RawBuilder } from "kysely";
import { sql } from "kysely";

/**
 * What says how a device stands, beside `d` (devices) and `l` (its open link): `s` its state, and the gateway it hangs
 * under, which is itself, its parent, or its parent's parent.
 */
export const statusJoins = sql.raw(`
  left join device_states s on s.device_id = d.id
  left join gateways own on own.device_id = d.id
  left join device_links parent on parent.device_id = l.parent_id and parent.to_at is null
  left join gateways above on above.device_id = l.parent_id
  left join gateways top on top.device_id = parent.parent_id`);

/** Seconds between two reports of the device's gateway. */
export const reportIntervalS = sql.raw(
  "coalesce(own.report_interval_s, above.report_interval_s, top.report_interval_s)",
);

/** A unit is offline with its gateway, after a `down` event, or three report intervals after its last sample. */
export const isOnline = (now: Date): RawBuilder<boolean> => sql<boolean>`coalesce(
  coalesce(own.is_online, above.is_online, top.is_online)
  and coalesce(own.last_heard_at, above.last_heard_at, top.last_heard_at)
    > ${now}::timestamptz - 3 * make_interval(secs => ${reportIntervalS})
  and (d.type = 'DCON' or (not coalesce(s.is_down, false)
    and s.last_sample_at > ${now}::timestamptz - 3 * make_interval(secs => ${reportIntervalS}))), false)`;

/** Whether the device `d` has an open alarm that meets a condition on `a`: asked one by one, or for many at once. */
export type HasAlarm = (condition: RawBuilder<unknown>) => RawBuilder<boolean>;

const open = sql.raw("a.status = 'unresolved' and a.gone_at is null");

export const hasAlarmOfOne: HasAlarm = (condition) => sql<boolean>`
  exists (select from alarms a where a.device_id = d.id and ${open} and ${condition})`;

/** A sub-select and no join: it is hashed whatever the planner guesses of its size. `chosen` holds the plants. */
export const hasAlarmOfMany: HasAlarm = (condition) => sql<boolean>`
  d.id in (select a.device_id from alarms a where a.plant_id in (select id from chosen) and ${open} and ${condition})`;

/** Offline > fault > alarm > warning > normal (domain: Status of a device). */
export const statusOf = (now: Date, hasAlarm: HasAlarm): RawBuilder<string> => sql<string>`
  case
    when not ${isOnline(now)} then 'offline'
    when s.unit_status = 7 or ${hasAlarm(sql`a.kind = 'device' and a.severity = 'fault'`)} then 'fault'
    when ${hasAlarm(sql`a.kind = 'threshold'`)} then 'alarm'
    when ${hasAlarm(sql`a.kind = 'device' and a.severity <> 'fault'`)} then 'warning'
    else 'normal'
  end`;

/** The latest value of a point of the device link, by its name there. */
export const point = (name: string): RawBuilder<number | null> =>
  sql.raw<number | null>(`(s.latest ->> '${name}')::float8`);
