import type { AlarmSeverity } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";

/** A condition that began or ended, and its alarm now. */
export interface QueuedEvent {
  readonly eventId: string;
  readonly alarmId: string;
  readonly plantId: string;
  readonly timeZone: string;
  readonly kind: "raised" | "gone";
  readonly at: Date;
  readonly severity: AlarmSeverity;
  /** Whether it changes the condition: a repeat of a present condition does not. */
  readonly isChange: boolean;
  /** Whether its alarm is open and not grouped under another. */
  readonly isOpen: boolean;
  readonly goneAt: Date | null;
}

/** Only one process decides at a time. Held until the transaction ends; false while another one holds it. */
export async function lockQueue(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('alarm_event_queue', 0)) as "isLocked"`.execute(trx);
  return rows[0]?.isLocked === true;
}

/** The oldest events nothing was decided for. */
export async function listQueuedEvents(trx: Transaction, limit: number): Promise<QueuedEvent[]> {
  const { rows } = await sql<QueuedEvent>`
    select e.id::text as "eventId", a.id as "alarmId", a.plant_id as "plantId", p.time_zone as "timeZone", e.kind, e.at,
      a.severity, a.gone_at as "goneAt", (a.status = 'unresolved' and a.parent_alarm_id is null) as "isOpen",
      e.kind <> coalesce((
        select before.kind from alarm_events before
        where before.alarm_id = e.alarm_id and before.id < e.id and before.kind in ('raised', 'gone')
        order by before.id desc limit 1
      ), 'gone') as "isChange"
    from (select event_id from alarm_event_queue order by event_id limit ${limit}) q
    join alarm_events e on e.id = q.event_id
    join alarms a on a.id = e.alarm_id
    join plants p on p.id = a.plant_id
    order by e.id`.execute(trx);
  return rows;
}

export async function deleteQueuedEvents(trx: Transaction, eventIds: readonly string[]): Promise<void> {
  await sql`delete from alarm_event_queue where event_id = any(${eventIds}::bigint[])`.execute(trx);
}

export interface NewNotification {
  readonly accountId: string;
  readonly eventId: string;
  readonly alarmId: string;
  readonly kind: "raised" | "gone";
  readonly at: Date;
  readonly dueAt: Date;
}

/** One row per account and event; those that exist stay as they are. */
export async function insertNotifications(trx: Transaction, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into alarm_notifications (account_id, event_id, alarm_id, kind, at, due_at)
    select * from unnest(${rows.map(({ accountId }) => accountId)}::uuid[], ${rows.map(({ eventId }) => eventId)}::bigint[],
      ${rows.map(({ alarmId }) => alarmId)}::uuid[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ at }) => at)}::timestamptz[], ${rows.map(({ dueAt }) => dueAt)}::timestamptz[])
    on conflict do nothing`.execute(trx);
}

/** Which accounts were mailed that one of these alarms was raised: pairs `alarm/account`. */
export async function listMailedPairs(
  trx: Transaction,
  alarmIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ pair: string }>`
    select alarm_id || '/' || account_id as pair from alarm_notifications
    where alarm_id = any(${alarmIds}::uuid[]) and kind = 'raised' and mailed_at is not null`.execute(trx);
  return new Set(rows.map(({ pair }) => pair));
}
