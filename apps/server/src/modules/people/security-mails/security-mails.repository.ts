import type { Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

/** Only one process counts at a time. Held until the transaction ends; false while another one holds it. */
export async function lockQueue(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('security_event_queue', 0)) as "isLocked"`.execute(trx);
  return rows[0]?.isLocked === true;
}

/** An account `a` with a role `r` that is mailed security alarms. */
const isMailed = sql<boolean>`(
  r.code = 'ROOT' and a.email is not null and a.email_verified_at is not null
  and a.disabled_at is null and a.cancelled_at is null
)`;

/**
 * Takes events from the queue and adds those of the types to the counts of every ROOT account. Returns how many were taken.
 */
export async function countEvents(
  trx: Transaction,
  { types, limit }: { types: readonly string[]; limit: number },
): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from security_event_queue
      where audit_id in (select audit_id from security_event_queue limit ${limit}) returning audit_id
    ), events as (
      select l.type, count(*)::int as events, min(l.at) as first_at, max(l.at) as last_at,
        (array_agg(l.id order by l.at desc, l.id))[1] as last_audit_id
      from taken join audit l on l.id = taken.audit_id
      where l.type = any(${types}::text[])
      group by l.type
    ), counted as (
      insert into security_mail_counts as c (account_id, type, events, first_at, last_at, last_audit_id)
      select a.id, e.type, e.events, e.first_at, e.last_at, e.last_audit_id
      from events e cross join accounts a join roles r on r.id = a.role_id
      where ${isMailed}
      on conflict (account_id, type) do update set events = c.events + excluded.events,
        first_at = least(c.first_at, excluded.first_at), last_at = greatest(c.last_at, excluded.last_at),
        last_audit_id = excluded.last_audit_id
    )
    select count(*)::int as taken from taken`.execute(trx);
  return rows[0]?.taken ?? 0;
}

/** Accounts with counted events that were not mailed since an instant. */
export async function listDueAccounts(db: Db, { mailedBefore }: { mailedBefore: Date }): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select distinct c.account_id as "accountId" from security_mail_counts c
    left join security_mails m on m.account_id = c.account_id
    where m.mailed_at is null or m.mailed_at <= ${mailedBefore}`.execute(db);
  return rows.map(({ accountId }) => accountId);
}

/**
 * Marks an account as mailed now, unless it was mailed since an instant: then false. Concurrent processes wait here for
 * each other.
 */
export async function markMailed(
  trx: Transaction,
  { accountId, now, mailedBefore }: { accountId: string; now: Date; mailedBefore: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into security_mails as m (account_id, mailed_at) values (${accountId}, ${now})
    on conflict (account_id) do update set mailed_at = excluded.mailed_at where m.mailed_at <= ${mailedBefore}
    returning m.account_id`.execute(trx);
  return rows.length > 0;
}

/** Events of one type that an account is to be mailed. */
export interface CountedEvents {
  readonly type: string;
  readonly events: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** Of the last event: its device and plant, where it has them. */
  readonly sn: string | null;
  readonly plantName: string | null;
  /** Of the last event: the address it came from, empty where it has none. */
  readonly address: string;
}

/** Deletes and returns what an account is to be mailed, the latest first. */
export async function deleteCounts(trx: Transaction, accountId: string): Promise<CountedEvents[]> {
  const { rows } = await sql<CountedEvents>`
    with taken as (
      delete from security_mail_counts where account_id = ${accountId}
      returning type, events, first_at, last_at, last_audit_id
    )
    select t.type, t.events, t.first_at as "firstAt", t.last_at as "lastAt", d.sn, p.name as "plantName",
      coalesce(l.address, '') as address
    from taken t
    left join audit l on l.id = t.last_audit_id
    left join devices d on l.object_type = 'device' and d.id::text = l.object_id
    left join plants p on p.id = l.plant_id
    order by t.last_at desc, t.type`.execute(trx);
  return rows;
}

/** The address of an account that may still be mailed. */
export async function findRecipient(
  trx: Transaction,
  accountId: string,
): Promise<{ email: string; language: Language } | undefined> {
  const { rows } = await sql<{ email: string; language: Language }>`
    select a.email, a.language from accounts a join roles r on r.id = a.role_id
    where a.id = ${accountId} and ${isMailed}`.execute(trx);
  return rows[0];
}
