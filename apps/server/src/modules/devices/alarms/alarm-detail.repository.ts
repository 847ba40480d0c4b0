import type { AlarmEvent } from "@heliograph/contract";
import { getFault } from "@heliograph/contract/fault-codes";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, plantsInScope } from "../../base/access/scope-sql.ts";
import { visibleName } from "./alarm-list.repository.ts";

/** Entries of a history that are shown; the number of transitions and comments of an alarm is limited anyway. */
const MAX_EVENTS = 500;

export type EventRecord = Omit<AlarmEvent, "at"> & { readonly at: Date };

/** History of an alarm, the newest entries first. */
export async function listEvents(
  db: Db,
  scope: Scope,
  { plantId, alarmId }: Pick<PlantInScope, "plantId"> & { alarmId: string },
): Promise<EventRecord[]> {
  const { rows } = await sql<EventRecord>`
    select e.id::text as "eventId", e.at, e.kind, ${visibleName(scope, sql`e.account_id`)} as "accountName",
      coalesce(e.detail ->> 'text', '') as text, e.detail ->> 'severity' as severity,
      e.detail ->> 'resolution' as resolution,
      ${visibleName(scope, sql`(e.detail ->> 'assigneeId')::uuid`)} as "assigneeName"
    from alarm_events e join alarms l on l.id = e.alarm_id
    where e.alarm_id = ${alarmId} and l.plant_id = ${plantId}
    order by e.at desc, e.id desc limit ${MAX_EVENTS}`.execute(db);
  return rows;
}

/** Codes of the alarms by what was found of the unit's energy. */
const FINDING_CODES = JSON.stringify({
  dead: getFault("unitDead").code,
  half: getFault("halfPower").code,
  declining: getFault("degrading").code,
});

/** Money that the device of an alarm of its energy loses in a month, while the alarm's condition is present. */
export async function findLostPerMonth(
  db: Db,
  scope: Scope,
  alarmId: string,
): Promise<{ amount: string; currency: string } | undefined> {
  const { rows } = await sql<{ amount: string; currency: string }>`
    select u.lost_per_month::text as amount, u.currency
    from alarms a join plants p on p.id = a.plant_id
    join unit_analyses u on u.device_id = a.device_id and u.plant_id = a.plant_id
      and ${FINDING_CODES}::jsonb ->> u.finding = a.fault_code
    where a.id = ${alarmId} and a.gone_at is null and u.lost_per_month is not null
      and ${plantsInScope(scope, "alarms")} and not 'earnings' = any(${hiddenParts(scope)})`.execute(db);
  return rows[0];
}

export interface EvidenceDevice {
  readonly deviceId: string;
  readonly deviceKey: number;
  readonly sn: string;
  readonly slotLabel: string;
  readonly isSelf: boolean;
}

export interface EvidenceFacts {
  readonly plantKey: number;
  readonly lastAt: Date;
  readonly deviceType: string;
}

export async function findEvidenceFacts(
  db: Db,
  scope: Scope,
  alarmId: string,
): Promise<EvidenceFacts | undefined> {
  const { rows } = await sql<EvidenceFacts>`
    select p.key as "plantKey", a.last_at as "lastAt", d.type as "deviceType"
    from alarms a join plants p on p.id = a.plant_id join devices d on d.id = a.device_id
    where a.id = ${alarmId} and ${plantsInScope(scope, "alarms")}`.execute(db);
  return rows[0];
}

/**
 * The alarm's device and those of its type behind the same parent at the time of the alarm, the nearest by label first.
 * None where the plant's devices are hidden from the caller.
 */
export async function listEvidenceDevices(
  db: Db,
  scope: Scope,
  { alarmId, limit }: { alarmId: string; limit: number },
): Promise<EvidenceDevice[]> {
  const { rows } = await sql<EvidenceDevice>`
    with self as (
      select a.plant_id, a.device_id, a.last_at, d.type, own.parent_id, own.label,
        'layout' = any(${hiddenParts(scope)}) as hides_layout, 'devices' = any(${hiddenParts(scope)}) as hides_devices
      from alarms a join plants p on p.id = a.plant_id join devices d on d.id = a.device_id
      left join lateral (
        select l.parent_id, slot.label from device_links l left join slots slot on slot.id = l.slot_id
        where l.device_id = a.device_id and l.plant_id = a.plant_id order by l.from_at desc limit 1
      ) own on true
      where a.id = ${alarmId} and ${plantsInScope(scope, "alarms")}
    )
    select d.id as "deviceId", d.key as "deviceKey", d.sn,
      case when self.hides_layout then '' else coalesce(slot.label, '') end as "slotLabel",
      d.id = self.device_id as "isSelf"
    from self
    join device_links l on l.plant_id = self.plant_id and l.from_at <= self.last_at
      and (l.to_at is null or l.to_at > self.last_at) and l.parent_id is not distinct from self.parent_id
    join devices d on d.id = l.device_id and d.type = self.type
    left join slots slot on slot.id = l.slot_id
    where not self.hides_devices
    order by d.id <> self.device_id,
      regexp_replace(coalesce(slot.label, ''), '\\d+', '', 'g')
        <> regexp_replace(coalesce(self.label, ''), '\\d+', '', 'g'),
      abs(
        nullif(right(regexp_replace(coalesce(slot.label, ''), '\\D', '', 'g'), 15), '')::numeric
        - nullif(right(regexp_replace(coalesce(self.label, ''), '\\D', '', 'g'), 15), '')::numeric
      ) nulls last, d.sn
    limit ${limit}`.execute(db);
  return rows;
}
