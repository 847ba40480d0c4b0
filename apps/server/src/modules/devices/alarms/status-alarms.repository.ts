import type { DeviceStatus, PlantStatus, StatusAlarm } from "@heliograph/contract";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, plantsInScope } from "../../base/access/scope-sql.ts";
import { GATEWAY_OFFLINE, UNIT_OFFLINE } from "./grouping.repository.ts";

/** Plants or devices on a page of a list, with their statuses. */
export interface StatusSubject {
  readonly of: "plant" | "device";
  readonly rows: readonly { readonly id: string; readonly status: PlantStatus | DeviceStatus | "asleep" }[];
}

/** Statuses that an alarm explains. */
const explained: ReadonlySet<string> = new Set(["offline", "fault", "alarm", "warning", "asleep"]);

/**
 * The alarm that decides each status, by the id of its plant or device: for offline the alarm that says so, otherwise one
 * of the status's severity, and of a sleeping device the most severe; the oldest, and first those that no parent explains.
 */
export async function listStatusAlarms(
  db: Db,
  scope: Scope,
  { of, rows }: StatusSubject,
): Promise<ReadonlyMap<string, StatusAlarm>> {
  const chosen = rows.filter(({ status }) => explained.has(status));
  if (chosen.length === 0 || !scope.permissionIds.has("alarm:read")) return new Map();
  const ids = chosen.map(({ id }) => id);
  const statuses = chosen.map(({ status }) => status);
  const found = await sql<StatusAlarm & { id: string; firstAt: Date }>`
    select c.id, l.id as "alarmId", l.fault_code as "faultCode", l.first_at as "firstAt",
      case when 'layout' = any(${hiddenParts(scope)}) then '' else coalesce(slot.label, '') end as "slotLabel",
      d.alias, d.sn
    from unnest(${ids}::uuid[], ${statuses}::text[]) c (id, status)
    cross join lateral (
      select a.* from alarms a
      where ${sql.raw(of === "plant" ? "a.plant_id" : "a.device_id")} = c.id and a.status = 'unresolved' and a.gone_at is null
        and case c.status when 'offline' then a.fault_code in (${GATEWAY_OFFLINE}, ${UNIT_OFFLINE})
          when 'asleep' then true else a.severity = c.status end
      order by a.severity_rank desc, a.parent_alarm_id is not null, a.first_at, a.id limit 1
    ) l
    join plants p on p.id = l.plant_id
    join devices d on d.id = l.device_id
    left join lateral (
      select slot.label from device_links placed join slots slot on slot.id = placed.slot_id
      where placed.device_id = l.device_id and placed.plant_id = l.plant_id
      order by placed.from_at desc limit 1
    ) slot on true
    where ${plantsInScope(scope, "alarms")}`.execute(db);
  return new Map(
    found.rows.map(({ id, firstAt, ...alarm }) => [id, { ...alarm, firstAt: firstAt.toISOString() }]),
  );
}
