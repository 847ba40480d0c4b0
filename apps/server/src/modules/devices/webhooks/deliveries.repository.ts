import type { WebhookError } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { StoredEvent } from "./webhook-events.ts";

/** An attempt under the lease of this process. */
export interface Attempt {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly isTest: boolean;
  readonly createdAt: Date;
  /** This attempt included; also names the attempt, so that one whose lease has ended changes nothing. */
  readonly attempts: number;
  readonly events: readonly StoredEvent[];
  readonly url: string;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousSecretUntil: Date | null;
}

export interface NewDelivery {
  readonly webhookId: string;
  readonly events: readonly StoredEvent[];
}

export async function insertDeliveries(
  trx: Transaction,
  { deliveries, at }: { deliveries: readonly NewDelivery[]; at: Date },
): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map(({ webhookId, events }) => ({ webhook_id: webhookId, events }));
  await sql`
    insert into webhook_deliveries (webhook_id, events, event_count, state, created_at, next_attempt_at)
    select r.webhook_id, r.events, jsonb_array_length(r.events), 'pending', ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (webhook_id uuid, events jsonb)`.execute(
    trx,
  );
}

/** A delivery without events that one attempt is made of; it is not tried again. */
export async function insertTest(
  db: Db | Transaction,
  { webhookId, at, leasedUntil }: { webhookId: string; at: Date; leasedUntil: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (webhook_id, is_test, events, event_count, state, attempts, created_at,
      last_attempt_at, next_attempt_at, leased_until)
    values (${webhookId}, true, '[]', 0, 'pending', 1, ${at}, ${at}, ${at}, ${leasedUntil}) returning id`.execute(
    db,
  );
  return (rows[0] as { id: string }).id;
}

/** Tests of the webhooks of an account since an instant. */
export async function countTests(
  trx: Transaction,
  { accountId, since }: { accountId: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where w.account_id = ${accountId} and d.is_test and d.created_at > ${since}`.execute(trx);
  return rows[0]?.total ?? 0;
}

const attemptColumns = sql`
  d.id as "deliveryId", w.id as "webhookId", d.is_test as "isTest", d.created_at as "createdAt", d.attempts, d.events, w.url,
  w.secret, w.previous_secret as "previousSecret", w.previous_secret_until as "previousSecretUntil"`;

/**
 * Takes the lease of due deliveries: of each webhook as many as it may have under way, one while its receiver fails. Only
 * one process does at a time, so that the limits hold for all together.
 */
export async function leaseAttempts(
  trx: Transaction,
  options: { now: Date; leasedUntil: Date; perWebhook: number; max: number; maxFailing: number },
): Promise<Attempt[]> {
  const { now, leasedUntil, perWebhook, max, maxFailing } = options;
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook_leases', 0))`.execute(trx);
  const { rows } = await sql<Attempt>`
    with waiting as (
      select distinct webhook_id from webhook_deliveries where state = 'pending' and next_attempt_at <= ${now}
    ), due as (
      select d.id, d.next_attempt_at, w.failing_since is not null as is_failing
      from waiting join webhooks w on w.id = waiting.webhook_id
      cross join lateral (
        select id, next_attempt_at from webhook_deliveries
        where webhook_id = w.id and state = 'pending' and next_attempt_at <= ${now}
          and coalesce(leased_until <= ${now}, true)
        order by next_attempt_at
        limit greatest(0, case when w.failing_since is null then ${perWebhook}::int else 1 end - (
          select count(*) from webhook_deliveries where webhook_id = w.id and state = 'pending' and leased_until > ${now}
        ))
      ) d
    ), ranked as (
      select id, is_failing, next_attempt_at, row_number() over (partition by is_failing order by next_attempt_at) as nth
      from due
    ), chosen as (
      select id from ranked where not is_failing or nth <= ${maxFailing} order by is_failing, next_attempt_at limit ${max}
    ), leased as (
      update webhook_deliveries d
      set leased_until = ${leasedUntil}, attempts = d.attempts + 1, last_attempt_at = ${now}
      from chosen where d.id = chosen.id and d.state = 'pending' and coalesce(d.leased_until <= ${now}, true)
      returning d.*
    )
    select ${attemptColumns} from leased d join webhooks w on w.id = d.webhook_id`.execute(trx);
  return rows;
}

/** One delivery by its id, for an attempt that its caller makes itself. */
export async function getAttempt(db: Db | Transaction, deliveryId: string): Promise<Attempt> {
  const { rows } = await sql<Attempt>`
    select ${attemptColumns} from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.id = ${deliveryId}`.execute(db);
  return rows[0] as Attempt;
}

type AttemptKey = Pick<Attempt, "deliveryId" | "attempts">;

/** Ends an attempt: delivered, waiting for the next one, or a dead letter. False when its lease had ended. */
export async function endAttempt(
  trx: Transaction,
  { deliveryId, attempts }: AttemptKey,
  result: {
    state: "delivered" | "pending" | "dead";
    at: Date;
    nextAttemptAt: Date | null;
    status: number | null;
    error: WebhookError | null;
  },
): Promise<boolean> {
  const { state, at, nextAttemptAt, status, error } = result;
  const { rows } = await sql<{ id: string }>`
    update webhook_deliveries set state = ${state}, next_attempt_at = ${nextAttemptAt}, leased_until = null,
      last_status = ${status}, last_error = ${error}, finished_at = ${state === "pending" ? null : at}
    where id = ${deliveryId} and attempts = ${attempts} and state = 'pending' returning id`.execute(trx);
  return rows.length > 0;
}

/** Gives back the lease of an attempt that was not made, so that it does not count. */
export async function releaseAttempt(db: Db, { deliveryId, attempts }: AttemptKey): Promise<void> {
  await sql`
    update webhook_deliveries set leased_until = null, attempts = attempts - 1
    where id = ${deliveryId} and attempts = ${attempts} and state = 'pending'`.execute(db);
}

/** Deletes a delivery of which nothing may be sent any more. */
export async function deleteDelivery(trx: Transaction, { deliveryId, attempts }: AttemptKey): Promise<void> {
  await sql`
    delete from webhook_deliveries where id = ${deliveryId} and attempts = ${attempts} and state = 'pending'`.execute(
    trx,
  );
}

/** Makes what a webhook still has to send dead letters. */
export async function endPending(
  trx: Transaction,
  { webhookId, at }: { webhookId: string; at: Date },
): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'dead', next_attempt_at = null, leased_until = null, finished_at = ${at},
      last_error = coalesce(last_error, 'off')
    where webhook_id = ${webhookId} and state = 'pending'`.execute(trx);
}

export async function deleteOldDeliveries(
  db: Db,
  { deliveredBefore, deadBefore }: { deliveredBefore: Date; deadBefore: Date },
): Promise<void> {
  await sql`
    delete from webhook_deliveries
    where (finished_at < ${deliveredBefore} and (state = 'delivered' or is_test)) or finished_at < ${deadBefore}`.execute(
    db,
  );
}
