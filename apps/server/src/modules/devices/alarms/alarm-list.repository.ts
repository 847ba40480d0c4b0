import type { AlarmRow } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import { isKnownAccount } from "../../base/access/history-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, plantsInScope, plantsToOperate } from "../../base/access/scope-sql.ts";

type Times = "firstAt" | "lastAt" | "goneAt" | "acknowledgedAt" | "resolvedAt";

/** An alarm as the API shows it, its times as dates. */
export type AlarmRecord = Omit<AlarmRow, Times> & {
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly goneAt: Date | null;
  readonly acknowledgedAt: Date | null;
  readonly resolvedAt: Date | null;
};

/** The name of an account where it is visible to the caller; `l` is the alarm. */
export const visibleName = (scope: Scope, accountId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(
    select a.user_name from accounts a
    where a.id = ${accountId} and a.cancelled_at is null and ${isKnownAccount(scope)}
  )`;

/** Rows of alarms in scope, in the order of the ids. */
export async function listAlarmRows(db: Db, scope: Scope, ids: readonly string[]): Promise<AlarmRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AlarmRecord>`
    select l.id as "alarmId", l.kind, l.fault_code as "faultCode", l.source, l.description, l.severity, l.status,
      l.count, l.first_at as "firstAt", l.last_at as "lastAt", l.gone_at as "goneAt",
      l.acknowledged_at as "acknowledgedAt", ${visibleName(scope, sql`l.acknowledged_by`)} as "acknowledgedByName",
      l.assignee_id as "assigneeId", ${visibleName(scope, sql`l.assignee_id`)} as "assigneeName",
      l.resolved_at as "resolvedAt", ${visibleName(scope, sql`l.resolved_by`)} as "resolvedByName",
      l.resolution, l.resolution_reason as "resolutionReason",
      p.id as "stationId", p.name as "stationName", p.time_zone as "timeZone",
      d.id as "deviceId", d.sn, d.alias, d.type as "deviceType",
      case when 'layout' = any(${hiddenParts(scope)}) then '' else coalesce(slot.label, '') end as "slotLabel",
      l.parent_alarm_id as "parentAlarmId", ${plantsToOperate(scope)} as "mayOperate",
      (select count(*)::int from alarms child where child.parent_alarm_id = l.id and child.status = 'unresolved')
        as "groupedCount"
    from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
    join alarms l on l.id = chosen.id
    -- An offset keeps the scope a condition on the plants of these alarms: it would be checked of all plants otherwise.
    cross join lateral (select * from plants where id = l.plant_id offset 0) p
    join devices d on d.id = l.device_id
    left join lateral (
      select slot.label from device_links placed join slots slot on slot.id = placed.slot_id
      where placed.device_id = l.device_id and placed.plant_id = l.plant_id
      order by placed.from_at desc limit 1
    ) slot on true
    where ${plantsInScope(scope, "alarms")}
    order by chosen.place`.execute(db);
  return rows;
}
