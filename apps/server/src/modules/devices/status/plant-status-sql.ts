import { PLANT_STATUS_BY_REASON } from "@heliograph/contract";
import { DEFAULT_REPORT_INTERVAL_S } from "@heliograph/contract/report-age";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { isAlarmActive } from "./open-alarms-sql.ts";
import { offlineDelay, powerValidity } from "./report-age-sql.ts";

const interval = sql.raw("g.report_interval_s");

/**
 * Common table expressions that decide the state of each plant of `chosen`. The last of them, `plant_states`, has a row
 * per plant: `plant_id`, `reason` and `status`, `gateway_count`, `online_count`, `report_interval_s`, `updated_at`, and the
 * powers that still count by metering level, `ac_meter_w`, `string_w` and `module_w`.
 */
export function plantStates(now: Date): RawBuilder<unknown> {
  const isReporting = sql`g.last_heard_at > ${now}::timestamptz - ${offlineDelay(interval)}`;
  const isPowerValid = sql`g.power_at > ${now}::timestamptz - ${powerValidity(interval)}`;
  return sql`
    gateway_states as (
      select l.plant_id,
        count(*)::int as gateway_count,
        (count(*) filter (where g.is_online and ${isReporting}))::int as online_count,
        bool_or(g.is_online) as is_any_connected,
        bool_or(g.last_heard_at is not null) as was_ever_heard,
        max(g.power_at) as updated_at,
        max(g.report_interval_s) as report_interval_s,
        sum(g.ac_meter_power_w) filter (where ${isPowerValid}) as ac_meter_w,
        sum(g.string_power_w) filter (where ${isPowerValid}) as string_w,
        sum(g.module_power_w) filter (where ${isPowerValid}) as module_w
      from gateways g
      join device_links l on l.device_id = g.device_id and l.to_at is null and l.parent_id is null
      join chosen on chosen.id = l.plant_id
      group by l.plant_id
    ),
    active_alarms as (
      select a.plant_id, bool_or(a.severity = 'fault') as has_fault, bool_or(a.severity = 'alarm') as has_alarm
      from alarms a join chosen on chosen.id = a.plant_id
      where ${isAlarmActive}
      group by a.plant_id
    ),
    faulty_units as (
      select distinct l.plant_id
      from device_states s
      join device_links l on l.device_id = s.device_id and l.to_at is null
      where s.unit_status = 7
    ),
    plant_reasons as (
      select chosen.id as plant_id,
        case
          when g.was_ever_heard is not true then 'never-connected'
          when g.online_count = 0 and not g.is_any_connected then 'disconnected'
          when g.online_count = 0 then 'silent'
          when u.plant_id is not null then 'unit-fault'
          when a.has_fault then 'fault-alarm'
          when a.has_alarm then 'threshold-alarm'
          when a.plant_id is not null then 'warning-alarm'
          else 'none'
        end as reason
      from chosen
      left join gateway_states g on g.plant_id = chosen.id
      left join active_alarms a on a.plant_id = chosen.id
      left join faulty_units u on u.plant_id = chosen.id
    ),
    plant_states as (
      select r.plant_id, r.reason, ${JSON.stringify(PLANT_STATUS_BY_REASON)}::jsonb ->> r.reason as status,
        coalesce(g.gateway_count, 0) as gateway_count, coalesce(g.online_count, 0) as online_count,
        coalesce(g.report_interval_s, ${DEFAULT_REPORT_INTERVAL_S}::int) as report_interval_s,
        g.updated_at, g.ac_meter_w, g.string_w, g.module_w
      from plant_reasons r left join gateway_states g on g.plant_id = r.plant_id
    )`;
}
