import type {
  AlarmSeverity,
  Language,
  WebhookDeliveryState,
  WebhookError,
  WebhookEventKind,
  WebhookState,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { AccountInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { plantsInScope } from "../../base/access/scope-sql.ts";

export interface WebhookSettings {
  readonly name: string;
  readonly url: string;
  readonly plants: "all" | "chosen";
  readonly stationIds: readonly string[];
  readonly minSeverity: AlarmSeverity;
  readonly events: readonly WebhookEventKind[];
}

export interface Webhook extends WebhookSettings {
  readonly webhookId: string;
  readonly state: WebhookState;
}

export interface WebhookOverview extends Webhook {
  readonly createdAt: Date;
  readonly pendingCount: number;
  readonly deadCount: number;
  readonly lastSuccessAt: Date | null;
  readonly failingSince: Date | null;
  readonly previousSecretUntil: Date | null;
}

const columns = sql`
  w.id as "webhookId", w.name, w.url, w.plants, w.plant_ids as "stationIds", w.min_severity as "minSeverity", w.events,
  w.state`;

/** Webhooks of an account, the oldest first. */
export async function listWebhooks(
  db: Db,
  { accountId, now }: AccountInScope & { now: Date },
): Promise<WebhookOverview[]> {
  const { rows } = await sql<WebhookOverview>`
    select ${columns}, w.created_at as "createdAt", w.last_success_at as "lastSuccessAt",
      w.failing_since as "failingSince",
      case when w.previous_secret_until > ${now} then w.previous_secret_until end as "previousSecretUntil",
      (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = 'pending') as "pendingCount",
      (select count(*)::int from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'dead' and not d.is_test) as "deadCount"
    from webhooks w where w.account_id = ${accountId} order by w.created_at, w.id`.execute(db);
  return rows;
}

/** A webhook of an account; locked until the transaction ends where one is given. */
export async function findWebhook(
  trx: Transaction,
  { accountId, webhookId }: AccountInScope & { webhookId: string },
): Promise<Webhook | undefined> {
  const { rows } = await sql<Webhook>`
    select ${columns} from webhooks w where w.id = ${webhookId} and w.account_id = ${accountId}
    for no key update`.execute(trx);
  return rows[0];
}

/** Locks the account's webhooks against an addition at the same time, and counts them. */
export async function countWebhooks(trx: Transaction, { accountId }: AccountInScope): Promise<number> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from webhooks where account_id = ${accountId}`.execute(trx);
  return rows[0]?.total ?? 0;
}

export async function insertWebhook(
  trx: Transaction,
  {
    accountId,
    settings,
    secret,
    at,
  }: AccountInScope & { settings: WebhookSettings; secret: Buffer; at: Date },
): Promise<string> {
  const { name, url, plants, stationIds, minSeverity, events } = settings;
  const { rows } = await sql<{ id: string }>`
    insert into webhooks (account_id, name, url, plants, plant_ids, min_severity, events, state, secret, created_at)
    values (${accountId}, ${name}, ${url}, ${plants}, ${stationIds}::uuid[], ${minSeverity}, ${events}::text[], 'on',
      ${secret}, ${at}) returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** Writes a webhook that this transaction has locked. Turning it on forgets its failures. */
export async function updateWebhook(trx: Transaction, webhook: Webhook): Promise<void> {
  const { webhookId, name, url, plants, stationIds, minSeverity, events, state } = webhook;
  await sql`
    update webhooks set name = ${name}, url = ${url}, plants = ${plants}, plant_ids = ${stationIds}::uuid[],
      min_severity = ${minSeverity}, events = ${events}::text[],
      failing_since = case when state <> 'on' and ${state} = 'on' then null else failing_since end, state = ${state}
    where id = ${webhookId}`.execute(trx);
}

export async function deleteWebhook(trx: Transaction, { webhookId }: Webhook): Promise<void> {
  await sql`delete from webhooks where id = ${webhookId}`.execute(trx);
}

/** Sets a new secret; the one before signs as well until the given time. */
export async function replaceSecret(
  trx: Transaction,
  { webhookId, secret, previousUntil }: { webhookId: string; secret: Buffer; previousUntil: Date },
): Promise<void> {
  await sql`
    update webhooks set previous_secret = secret, previous_secret_until = ${previousUntil}, secret = ${secret}
    where id = ${webhookId}`.execute(trx);
}

/** What the end of an attempt needs of its webhook, locked until the transaction ends. */
export interface LockedWebhook {
  readonly webhookId: string;
  readonly accountId: string;
  readonly companyId: string | null;
  readonly name: string;
  readonly url: string;
  readonly state: WebhookState;
  readonly failingSince: Date | null;
  /** Verified email of its account. */
  readonly email: string | null;
  readonly language: Language;
}

export async function lockWebhook(trx: Transaction, webhookId: string): Promise<LockedWebhook | undefined> {
  const { rows } = await sql<LockedWebhook>`
    select w.id as "webhookId", w.account_id as "accountId", a.company_id as "companyId", w.name, w.url, w.state,
      w.failing_since as "failingSince", case when a.email_verified_at is not null then a.email end as email, a.language
    from webhooks w join accounts a on a.id = w.account_id
    where w.id = ${webhookId} for no key update of w`.execute(trx);
  return rows[0];
}

export async function markSuccess(trx: Transaction, webhookId: string, at: Date): Promise<void> {
  await sql`update webhooks set last_success_at = ${at}, failing_since = null where id = ${webhookId}`.execute(
    trx,
  );
}

export async function markFailure(trx: Transaction, webhookId: string, at: Date): Promise<void> {
  await sql`update webhooks set failing_since = coalesce(failing_since, ${at}) where id = ${webhookId}`.execute(
    trx,
  );
}

export async function setState(trx: Transaction, webhookId: string, state: WebhookState): Promise<void> {
  await sql`update webhooks set state = ${state} where id = ${webhookId}`.execute(trx);
}

export interface ChosenPlant {
  readonly stationId: string;
  readonly stationName: string;
}

/** Of these plants those whose alarms are visible to the caller, by name. */
export async function listVisiblePlants(
  db: Db | Transaction,
  scope: Scope,
  plantIds: readonly string[],
): Promise<ChosenPlant[]> {
  const { rows } = await sql<ChosenPlant>`
    select p.id as "stationId", p.name as "stationName" from plants p
    where p.id = any(${plantIds}::uuid[]) and ${plantsInScope(scope, "alarms")}
    order by p.name collate natural_order, p.id`.execute(db);
  return rows;
}

export interface DeliveryRow {
  readonly deliveryId: string;
  readonly state: WebhookDeliveryState;
  readonly isTest: boolean;
  readonly eventCount: number;
  readonly createdAt: Date;
  readonly attempts: number;
  readonly lastAttemptAt: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly status: number | null;
  readonly error: WebhookError | null;
}

interface DeliveryFilter extends AccountInScope {
  readonly webhookId: string;
  readonly state?: WebhookDeliveryState | undefined;
}

const matches = ({ accountId, webhookId, state }: DeliveryFilter) => sql`
  d.webhook_id = ${webhookId} and exists (select from webhooks w where w.id = d.webhook_id and w.account_id = ${accountId})
  and ${state === undefined ? sql`true` : sql`d.state = ${state}`}`;

/** Deliveries of a webhook of the account, the newest first unless `order` is ascending. */
export async function listDeliveries(
  db: Db,
  {
    page,
    pageSize,
    order,
    ...filter
  }: DeliveryFilter & { page: number; pageSize: number; order: "asc" | "desc" },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  const { rows } = await sql<DeliveryRow>`
    select d.id as "deliveryId", d.state, d.is_test as "isTest", d.event_count as "eventCount", d.created_at as "createdAt",
      d.attempts, d.last_attempt_at as "lastAttemptAt", d.next_attempt_at as "nextAttemptAt", d.last_status as status,
      d.last_error as error
    from webhook_deliveries d where ${matches(filter)}
    order by d.created_at ${direction}, d.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from webhook_deliveries d where ${matches(filter)}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/**
 * Makes deliveries of a webhook due now: the given ones, or all dead letters. One that is waiting keeps its attempts, and
 * one that is being sent is left alone. Returns how many.
 */
export async function restartDeliveries(
  trx: Transaction,
  { webhookId, deliveryIds, at }: { webhookId: string; deliveryIds: readonly string[] | undefined; at: Date },
): Promise<number> {
  const chosen =
    deliveryIds === undefined
      ? sql`state = 'dead'`
      : sql`id = any(${deliveryIds}::uuid[]) and coalesce(leased_until <= ${at}, true)`;
  const { rows } = await sql<{ id: string }>`
    update webhook_deliveries set state = 'pending', attempts = case when state = 'pending' then attempts else 0 end,
      next_attempt_at = ${at}, finished_at = null
    where webhook_id = ${webhookId} and not is_test and ${chosen} returning id`.execute(trx);
  return rows.length;
}
