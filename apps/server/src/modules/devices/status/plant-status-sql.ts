import { PLANT_STATUS_BY_REASON } from "@heliograph/contract";
import { DEFAULT_REPORT_INTERVAL_S } from "@heliograph/contract/report-age";
import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import { isAlarmActive } from "./open-alarms-sql.ts";
import { offlineDelay, powerValidity } from "./report-age-sql.ts";

const interval = sql.raw("g.report_interval_s");

/** Names of the columns of a plant's state, beside its `plant_id`, in the order of `computedStates`. */
export const STATE_COLUMNS = [
  "reason",
  "status",
  "gateway_count",
  "online_count",
  "report_interval_s",
  "updated_at",
  "level",
  "power_w",
  "valid_from",
  "valid_until",
] as const;

/** The gateways of a plant `c`, one row; times at which a gateway or its power expires are in `next_at` and `last_at`. */
const gatewayState = (now: Date): RawBuilder<unknown> => sql`
  select count(*)::int as gateway_count,
    (count(*) filter (where g.is_online and g.heard_until > ${now}::timestamptz))::int as online_count,
    bool_or(g.is_online) as is_any_connected,
    bool_or(g.heard_until is not null) as was_ever_heard,
    max(g.power_at) as updated_at,
    max(g.report_interval_s) as report_interval_s,
    sum(g.ac_meter_power_w) filter (where g.power_until > ${now}::timestamptz) as ac_meter_w,
    sum(g.string_power_w) filter (where g.power_until > ${now}::timestamptz) as string_w,
    sum(g.module_power_w) filter (where g.power_until > ${now}::timestamptz) as module_w,
    least(
      min(g.heard_until) filter (where g.is_online and g.heard_until > ${now}::timestamptz),
      min(g.power_until) filter (where g.power_until > ${now}::timestamptz)
    ) as next_at,
    greatest(
      max(g.heard_until) filter (where g.is_online and g.heard_until <= ${now}::timestamptz),
      max(g.power_until) filter (where g.power_until <= ${now}::timestamptz)
    ) as last_at
  from (
    select g.*, g.last_heard_at + ${offlineDelay(interval)} as heard_until,
      g.power_at + ${powerValidity(interval)} as power_until
    from device_links l join gateways g on g.device_id = l.device_id
    where l.plant_id = c.id and l.to_at is null and l.parent_id is null
  ) g`;

/** The metering level of a plant `c`; before the first one begins, the first. */
const levelState = (now: Date): RawBuilder<unknown> => sql`
  select coalesce(
      (array_agg(ms.level order by ms.valid_from desc) filter (where ms.valid_from <= ${now}::timestamptz))[1],
      (array_agg(ms.level order by ms.valid_from) filter (where ms.valid_from > ${now}::timestamptz))[1],
      'module'
    ) as level,
    min(ms.valid_from) filter (where ms.valid_from > ${now}::timestamptz) as next_at,
    max(ms.valid_from) filter (where ms.valid_from <= ${now}::timestamptz) as last_at
  from metering_sets ms where ms.plant_id = c.id`;

const hasFaultyUnit = sql<boolean>`exists (
  select from device_links l join device_states s on s.device_id = l.device_id and s.unit_status = 7
  where l.plant_id = c.id and l.to_at is null
)`;

/**
 * The rule of a plant's state, as a query over the ids of `chosen`: `plant_id` and `STATE_COLUMNS`. Laterals, so that each
 * plant is found by indexes however few or many are chosen. Nothing but a write changes a state from `valid_from` until
 * `valid_until`.
 */
export function computedStates(now: Date, chosen: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select c.id as plant_id, r.reason, ${JSON.stringify(PLANT_STATUS_BY_REASON)}::jsonb ->> r.reason as status,
      g.gateway_count, g.online_count,
      coalesce(g.report_interval_s, ${DEFAULT_REPORT_INTERVAL_S}::int) as report_interval_s, g.updated_at, m.level,
      case m.level when 'ac-meter' then g.ac_meter_w when 'string' then g.string_w else g.module_w end as power_w,
      coalesce(greatest(g.last_at, m.last_at), '-infinity') as valid_from,
      coalesce(least(g.next_at, m.next_at), 'infinity') as valid_until
    from ${chosen} c
    cross join lateral (${gatewayState(now)}) g
    cross join lateral (${levelState(now)}) m
    cross join lateral (
      select count(*) > 0 as has_any, bool_or(a.severity = 'fault') as has_fault, bool_or(a.severity = 'alarm') as has_alarm
      from alarms a where a.plant_id = c.id and ${isAlarmActive}
    ) a
    cross join lateral (
      select case
        when exists (select from plant_safety held where held.plant_id = c.id and held.state = 'shut-down')
          then 'shut-down'
        when g.was_ever_heard is not true then 'never-connected'
        when g.online_count = 0 and not g.is_any_connected then 'disconnected'
        when g.online_count = 0 then 'silent'
        when ${hasFaultyUnit} then 'unit-fault'
        when a.has_fault then 'fault-alarm'
        when a.has_alarm then 'threshold-alarm'
        when a.has_any then 'warning-alarm'
        else 'none'
      end as reason
    ) r`;
}

type StateColumn = (typeof STATE_COLUMNS)[number];

/** Stored states `s` that are valid unless something was written since. */
const isValid = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(s.valid_from <= ${now}::timestamptz and s.valid_until > ${now}::timestamptz)`;

/**
 * As `currentStates` without the plants whose stored state is outdated. Of a few plants it costs a fraction: nearly always
 * it has all of them, and where it lacks some, `currentStates` has them.
 */
export const storedStates = (now: Date): RawBuilder<unknown> => sql`
    current_states as not materialized (
      select s.* from chosen join plant_states s on s.plant_id = chosen.id
      where ${isValid(now)} and s.plant_id not in (select plant_id from plant_state_marks)
    )`;

/**
 * As `currentStates` for all plants, in a third of the time. Every plant has a stored state or a mark; deleted ones are
 * included.
 */
export function allCurrentStates(now: Date, columns: readonly StateColumn[]): RawBuilder<unknown> {
  const of = (alias: string) =>
    sql.raw(["plant_id", ...columns].map((name) => `${alias}.${name}`).join(", "));
  return sql`
    outdated as materialized (
      select s.plant_id as id from plant_states s where not ${isValid(now)}
      union
      select plant_id from plant_state_marks
    ),
    current_states as not materialized (
      select ${of("s")} from plant_states s where s.plant_id not in (select id from outdated)
      union all
      select ${of("n")} from (${computedStates(now, sql.raw("outdated"))}) n
    )`;
}

/**
 * Common table expressions that give the state of each plant of `chosen`, a table expression with its `id`. The last of
 * them, `current_states`, has `plant_id` and the columns: the stored state where it is valid, otherwise computed. So a
 * reader sees every committed change. Of many plants, fewer columns cost less.
 */
export function currentStates(
  now: Date,
  columns: readonly StateColumn[] = STATE_COLUMNS,
): RawBuilder<unknown> {
  const stored = sql.raw(columns.map((name) => `s.${name}`).join(", "));
  const current = sql.raw(
    columns
      .map((name) => `case when n.plant_id is null then k.${name} else n.${name} end as ${name}`)
      .join(", "),
  );
  return sql`
    known as materialized (
      select chosen.id as plant_id, s.plant_id as stored_id, ${stored}
      from chosen
      left join plant_states s on s.plant_id = chosen.id and ${isValid(now)}
    ),
    outdated as materialized (
      select plant_id as id from known where stored_id is null
      union
      select id from chosen where id in (select plant_id from plant_state_marks)
    ),
    current_states as not materialized (
      select k.plant_id, ${current}
      from known k left join (${computedStates(now, sql.raw("outdated"))}) n on n.plant_id = k.plant_id
    )`;
}
