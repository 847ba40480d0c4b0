import type { AlarmResolution, AlarmSeverity } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope, plantsToOperate } from "../../base/access/scope-sql.ts";

/** An alarm locked for a change, of a plant whose alarms are visible to the caller. */
export interface LockedAlarm {
  readonly alarmId: string;
  readonly plantId: string;
  readonly companyId: string;
  readonly deviceId: string;
  readonly faultCode: string;
  readonly severity: AlarmSeverity;
  readonly assigneeId: string | null;
  readonly isUnresolved: boolean;
  readonly isPresent: boolean;
  readonly isAcknowledged: boolean;
  readonly mayOperate: boolean;
}

/** Locks the alarms in scope, all callers in the same order; the others are absent. */
export async function lockAlarms(
  trx: Transaction,
  scope: Scope,
  alarmIds: readonly string[],
): Promise<LockedAlarm[]> {
  const { rows } = await sql<LockedAlarm>`
    select a.id as "alarmId", a.plant_id as "plantId", p.company_id as "companyId", a.device_id as "deviceId",
      a.fault_code as "faultCode", a.severity, a.assignee_id as "assigneeId",
      a.status = 'unresolved' as "isUnresolved", a.gone_at is null as "isPresent",
      a.acknowledged_at is not null as "isAcknowledged", ${plantsToOperate(scope)} as "mayOperate"
    from alarms a join plants p on p.id = a.plant_id
    where a.id = any(${alarmIds}::uuid[]) and ${plantsInScope(scope, "alarms")}
    order by a.id for no key update of a`.execute(trx);
  return rows;
}

export interface NewEvent {
  readonly alarmId: string;
  readonly kind: "acknowledged" | "assigned" | "commented" | "severity" | "cleared" | "ungrouped";
  readonly detail: Readonly<Record<string, string | null>>;
}

/** Who changed alarms in which session, and when. */
export interface ChangedBy {
  readonly accountId: string | undefined;
  readonly sessionId: string | undefined;
  readonly at: Date;
}

export async function insertEvents(
  trx: Transaction,
  events: readonly NewEvent[],
  { accountId, sessionId, at }: ChangedBy,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ alarmId, kind, detail }) => ({ alarm_id: alarmId, kind, detail }));
  await sql`
    insert into alarm_events (alarm_id, at, kind, account_id, session_id, detail)
    select r.alarm_id, ${at}, r.kind, ${accountId ?? null}::uuid, ${sessionId ?? null}::uuid, r.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (alarm_id uuid, kind text, detail jsonb)`.execute(
    trx,
  );
}

export interface Resolution extends Pick<ChangedBy, "accountId" | "at"> {
  readonly resolution: AlarmResolution;
  readonly reason: string;
}

/** Resolves alarms, and with them those grouped under them whose condition has ended. Returns the ids of all of them. */
export async function updateResolved(
  trx: Transaction,
  alarmIds: readonly string[],
  { resolution, reason, accountId, at }: Resolution,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update alarms set status = 'resolved', resolved_by = ${accountId ?? null}, resolved_at = ${at},
      resolution = ${resolution}, resolution_reason = ${reason}
    where status = 'unresolved' and (
      id = any(${alarmIds}::uuid[]) or (parent_alarm_id = any(${alarmIds}::uuid[]) and gone_at is not null)
    )
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Resolves everything unresolved at a plant; returns the ids. */
export async function resolveOfPlant(
  trx: Transaction,
  plantId: string,
  { resolution, reason, accountId, at }: Resolution,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update alarms set status = 'resolved', resolved_by = ${accountId ?? null}, resolved_at = ${at},
      resolution = ${resolution}, resolution_reason = ${reason}, parent_alarm_id = null
    where plant_id = ${plantId} and status = 'unresolved' returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

export interface Ungrouped {
  readonly alarmId: string;
  readonly parentAlarmId: string;
}

/** Lists the unresolved alarms again that are grouped under these, and returns them. */
export async function ungroupAlarms(trx: Transaction, parentIds: readonly string[]): Promise<Ungrouped[]> {
  const { rows } = await sql<Ungrouped>`
    update alarms a set parent_alarm_id = null from alarms parent
    where parent.id = any(${parentIds}::uuid[]) and a.parent_alarm_id = parent.id and a.status = 'unresolved'
    returning a.id as "alarmId", parent.id as "parentAlarmId"`.execute(trx);
  return rows;
}

export async function updateAcknowledged(
  trx: Transaction,
  alarmIds: readonly string[],
  { accountId, at }: ChangedBy,
): Promise<void> {
  await sql`
    update alarms set acknowledged_by = ${accountId ?? null}, acknowledged_at = ${at}
    where id = any(${alarmIds}::uuid[])`.execute(trx);
}

export async function updateAssignee(
  trx: Transaction,
  alarmId: string,
  assigneeId: string | null,
): Promise<void> {
  await sql`update alarms set assignee_id = ${assigneeId} where id = ${alarmId}`.execute(trx);
}

export async function updateSeverity(
  trx: Transaction,
  alarmId: string,
  severity: AlarmSeverity,
): Promise<void> {
  await sql`update alarms set severity = ${severity} where id = ${alarmId}`.execute(trx);
}

/** Number of comments of an alarm. */
export async function countComments(trx: Transaction, alarmId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from alarm_events where alarm_id = ${alarmId} and kind = 'commented'`.execute(
    trx,
  );
  return rows[0]?.total ?? 0;
}
