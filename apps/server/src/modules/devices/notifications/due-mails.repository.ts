import type { AlarmSeverity } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { isMuted, mutedUntil } from "../site-work/site-work-sql.ts";

/** Something an account is to be mailed, with its alarm as it is now. */
export interface DueNotification {
  readonly eventId: string;
  readonly kind: "raised" | "gone";
  readonly at: Date;
  readonly alarmId: string;
  readonly plantId: string;
  readonly plantName: string;
  readonly timeZone: string;
  readonly faultCode: string;
  readonly severity: AlarmSeverity;
  readonly goneAt: Date | null;
  readonly isOpen: boolean;
  readonly sn: string;
  readonly alias: string;
  readonly slotLabel: string;
  /** End of the site work for which it waited; null if it did not wait. */
  readonly heldUntil: Date | null;
  /** Whether it was raised and ended during site work: then it is not mailed. */
  readonly isSpared: boolean;
}

/** Whether site work runs at the plant of an alarm at an instant. */
const isHeld = (alarmId: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(select ${isMuted(sql`held.plant_id`, sql`${now}::timestamptz`)} from alarms held where held.id = ${alarmId})`;

/** Accounts with due notifications, of plants without site work, that have not reached their limit of mails since an instant. */
export async function listDueAccounts(
  db: Db,
  options: { now: Date; since: Date; defaultLimit: number; maxAccounts: number },
): Promise<string[]> {
  const { now, since, defaultLimit, maxAccounts } = options;
  const { rows } = await sql<{ accountId: string }>`
    select due.account_id as "accountId"
    from (
      select distinct n.account_id from alarm_notifications n
      where n.mailed_at is null and n.due_at <= ${now} and not ${isHeld(sql`n.alarm_id`, now)}
    ) due
    left join alarm_mail_settings s on s.account_id = due.account_id
    where (select count(*) from alarm_mails m where m.account_id = due.account_id and m.mailed_at > ${since})
      < coalesce(s.max_per_hour, ${defaultLimit})
    limit ${maxAccounts}`.execute(db);
  return rows.map(({ accountId }) => accountId);
}

/** Due notifications of an account, of plants without site work, the most severe first, locked until the transaction ends. */
export async function lockDueNotifications(
  trx: Transaction,
  { accountId, now }: { accountId: string; now: Date },
): Promise<DueNotification[]> {
  const { rows } = await sql<DueNotification>`
    select n.event_id::text as "eventId", n.kind, n.at, l.id as "alarmId", p.id as "plantId", p.name as "plantName",
      p.time_zone as "timeZone", l.fault_code as "faultCode", l.severity, l.gone_at as "goneAt",
      (l.status = 'unresolved' and l.parent_alarm_id is null) as "isOpen", d.sn, d.alias, coalesce(slot.label, '') as "slotLabel",
      ${mutedUntil(sql`p.id`, { from: sql`n.due_at`, to: sql`${now}::timestamptz` })} as "heldUntil",
      (n.kind = 'raised' and l.gone_at is not null and ${isMuted(sql`p.id`, sql`n.at`)}
        and ${isMuted(sql`p.id`, sql`l.gone_at`)}) as "isSpared"
    from alarm_notifications n
    join alarms l on l.id = n.alarm_id join plants p on p.id = l.plant_id join devices d on d.id = l.device_id
    left join lateral (
      select slot.label from device_links placed join slots slot on slot.id = placed.slot_id
      where placed.device_id = l.device_id and placed.plant_id = l.plant_id
      order by placed.from_at desc limit 1
    ) slot on true
    where n.account_id = ${accountId} and n.mailed_at is null and n.due_at <= ${now}
      and not ${isMuted(sql`p.id`, sql`${now}::timestamptz`)}
    order by n.kind desc, l.severity_rank desc, n.at, n.event_id
    for no key update of n`.execute(trx);
  return rows;
}

/** Mails of an account since an instant. */
export async function countMails(
  trx: Db | Transaction,
  { accountId, since }: { accountId: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from alarm_mails
    where account_id = ${accountId} and mailed_at > ${since}`.execute(trx);
  return rows[0]?.total ?? 0;
}

export async function insertMail(
  trx: Transaction,
  { accountId, at }: { accountId: string; at: Date },
): Promise<void> {
  await sql`insert into alarm_mails (account_id, mailed_at) values (${accountId}, ${at})`.execute(trx);
}

export async function markMailed(
  trx: Transaction,
  { accountId, eventIds, at }: { accountId: string; eventIds: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    update alarm_notifications set mailed_at = ${at}
    where account_id = ${accountId} and event_id = any(${eventIds}::bigint[])`.execute(trx);
}

/** Moves the time at which notifications are mailed. */
export async function postponeNotifications(
  trx: Transaction,
  { accountId, rows }: { accountId: string; rows: readonly { eventId: string; dueAt: Date }[] },
): Promise<void> {
  await sql`
    update alarm_notifications n set due_at = r.due_at
    from unnest(${rows.map(({ eventId }) => eventId)}::bigint[], ${rows.map(({ dueAt }) => dueAt)}::timestamptz[])
      as r (event_id, due_at)
    where n.account_id = ${accountId} and n.event_id = r.event_id`.execute(trx);
}

/** Deletes notifications that are no longer to be mailed. */
export async function deleteNotifications(
  trx: Transaction,
  { accountId, eventIds }: { accountId: string; eventIds: readonly string[] },
): Promise<void> {
  await sql`
    delete from alarm_notifications where account_id = ${accountId} and event_id = any(${eventIds}::bigint[])`.execute(
    trx,
  );
}

/** Deletes what neither the limit nor a later recovery needs. */
export async function deleteOldNotifications(
  db: Db,
  { mailedBefore, limitBefore }: { mailedBefore: Date; limitBefore: Date },
): Promise<void> {
  await sql`delete from alarm_notifications where mailed_at < ${mailedBefore}`.execute(db);
  await sql`delete from alarm_mails where mailed_at < ${limitBefore}`.execute(db);
}
