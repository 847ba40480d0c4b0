import type { AlarmKind, AlarmSeverity, DeviceType, WebhookEventKind } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { accountsOfPlant, readsAlarms } from "../../base/access/scope-sql.ts";
import { isMuted } from "../site-work/site-work-sql.ts";

/** A change of an alarm, and the alarm as it is now. */
export interface QueuedEvent {
  readonly eventId: string;
  readonly kind: WebhookEventKind;
  readonly at: Date;
  readonly alarmId: string;
  readonly alarmKind: AlarmKind;
  readonly faultCode: string;
  readonly severity: AlarmSeverity;
  readonly firstAt: Date;
  readonly goneAt: Date | null;
  /** Whether it changes the condition: a repeat of a present condition does not. */
  readonly isChange: boolean;
  /** Whether its condition began and ended during site work: then neither is sent. */
  readonly isSpared: boolean;
  /** Whether its alarm is grouped under another. */
  readonly isGrouped: boolean;
  readonly plantId: string;
  readonly plantName: string;
  readonly timeZone: string;
  readonly deviceId: string;
  readonly deviceType: DeviceType;
  readonly sn: string;
  readonly alias: string;
  readonly slotLabel: string | null;
}

/** Only one process decides at a time. Held until the transaction ends; false while another one holds it. */
export async function lockQueue(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('webhook_event_queue', 0)) as "isLocked"`.execute(trx);
  return rows[0]?.isLocked === true;
}

/** The oldest events nothing was decided for, of plants without site work: those of others wait for its end. */
export async function listQueuedEvents(
  trx: Transaction,
  { now, limit }: { now: Date; limit: number },
): Promise<QueuedEvent[]> {
  const { rows } = await sql<QueuedEvent>`
    select e.id::text as "eventId", case e.kind when 'gone' then 'ended' else e.kind end as kind, e.at,
      a.id as "alarmId", a.kind as "alarmKind", a.fault_code as "faultCode", a.severity, a.first_at as "firstAt",
      a.gone_at as "goneAt", a.parent_alarm_id is not null as "isGrouped",
      e.kind <> coalesce(before.kind, 'gone') as "isChange",
      coalesce(case e.kind
        when 'raised' then ${isMuted(sql`p.id`, sql`e.at`)} and ${isMuted(sql`p.id`, sql`after.at`)}
        when 'gone' then ${isMuted(sql`p.id`, sql`before.at`)} and ${isMuted(sql`p.id`, sql`e.at`)}
      end, false) as "isSpared",
      p.id as "plantId", p.name as "plantName", p.time_zone as "timeZone", d.id as "deviceId", d.type as "deviceType",
      d.sn, d.alias, nullif(slot.label, '') as "slotLabel"
    from (
      select queued.event_id from webhook_event_queue queued join alarm_events e on e.id = queued.event_id
      where not ${isMuted(sql`e.plant_id`, sql`${now}::timestamptz`)}
      order by queued.event_id limit ${limit}
    ) q
    join alarm_events e on e.id = q.event_id
    join alarms a on a.id = e.alarm_id
    join plants p on p.id = a.plant_id
    join devices d on d.id = a.device_id
    left join lateral (
      select other.kind, other.at from alarm_events other
      where other.alarm_id = e.alarm_id and other.id < e.id and other.kind in ('raised', 'gone')
      order by other.id desc limit 1
    ) before on true
    left join lateral (
      select other.at from alarm_events other
      where other.alarm_id = e.alarm_id and other.id > e.id and other.kind = 'gone'
      order by other.id limit 1
    ) after on true
    left join lateral (
      select slot.label from device_links placed join slots slot on slot.id = placed.slot_id
      where placed.device_id = a.device_id and placed.plant_id = a.plant_id
      order by placed.from_at desc limit 1
    ) slot on true
    order by e.id`.execute(trx);
  return rows;
}

export async function deleteQueuedEvents(trx: Transaction, eventIds: readonly string[]): Promise<void> {
  await sql`delete from webhook_event_queue where event_id = any(${eventIds}::bigint[])`.execute(trx);
}

/** A webhook that covers a plant. */
export interface CoveringWebhook {
  readonly plantId: string;
  readonly webhookId: string;
  readonly minSeverity: AlarmSeverity;
  readonly events: readonly WebhookEventKind[];
}

/** Webhooks turned on that cover these plants, as far as their accounts may read alarms. */
export async function listCoveringWebhooks(
  trx: Transaction,
  plantIds: readonly string[],
): Promise<CoveringWebhook[]> {
  if (plantIds.length === 0) return [];
  const { rows } = await sql<CoveringWebhook>`
    select p.id as "plantId", w.id as "webhookId", w.min_severity as "minSeverity", w.events
    from plants p
    cross join lateral ${accountsOfPlant} known
    join webhooks w on w.account_id = known.account_id
    join accounts a on a.id = w.account_id
    join roles r on r.id = a.role_id join customer_types ct on ct.id = r.customer_type_id
    where p.id = any(${plantIds}::uuid[]) and w.state = 'on'
      and (w.plants = 'all' or p.id = any(w.plant_ids)) and ${readsAlarms()}`.execute(trx);
  return rows;
}

/** A plant that a webhook covers, and whether its account sees where the plant's devices are. */
export interface CoveredPlant {
  readonly plantId: string;
  readonly seesLayout: boolean;
}

/** Of these plants those that a webhook covers now. */
export async function listCoveredPlants(
  db: Db | Transaction,
  { webhookId, plantIds }: { webhookId: string; plantIds: readonly string[] },
): Promise<CoveredPlant[]> {
  const { rows } = await sql<CoveredPlant>`
    select p.id as "plantId", ${readsAlarms("layout")} as "seesLayout"
    from webhooks w
    join accounts a on a.id = w.account_id
    join roles r on r.id = a.role_id join customer_types ct on ct.id = r.customer_type_id
    cross join plants p
    where w.id = ${webhookId} and p.id = any(${plantIds}::uuid[])
      and (w.plants = 'all' or p.id = any(w.plant_ids)) and ${readsAlarms()}`.execute(db);
  return rows;
}
