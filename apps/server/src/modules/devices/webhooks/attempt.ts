import type { WebhookState } from "@heliograph/contract";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { unseal } from "../../../infra/sealed.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { formatMoment, NOTICE_LIFETIME_MS, writeNotice } from "../../base/notices/notices.service.ts";
import type { Attempt } from "./deliveries.repository.ts";
import { deleteDelivery, endAttempt, endPending } from "./deliveries.repository.ts";
import type { DeliveryDeps } from "./delivery-deps.ts";
import { getSecretKey } from "./delivery-deps.ts";
import { listCoveredPlants } from "./event-queue.repository.ts";
import { findRetryDelay } from "./retry-schedule.ts";
import type { Outcome } from "./send-request.ts";
import { sendRequest } from "./send-request.ts";
import { signedHeaders } from "./signature.ts";
import { keepVisible, writeBody } from "./webhook-events.ts";
import type { LockedWebhook } from "./webhooks.repository.ts";
import { lockWebhook, markFailure, markSuccess, setState } from "./webhooks.repository.ts";

/** A webhook that has had no success for this long is turned off. */
const MAX_FAILING_MS = 3 * 24 * 3_600_000;
const GONE = 410;
/** Longer than any attempt takes. */
export const LEASE_MS = 60_000;

async function listSecrets(deps: DeliveryDeps, attempt: Attempt): Promise<string[]> {
  const key = await getSecretKey(deps);
  const { secret, previousSecret, previousSecretUntil } = attempt;
  const isPreviousValid = previousSecretUntil !== null && previousSecretUntil.getTime() > deps.clock.now();
  return [secret, isPreviousValid ? previousSecret : null].flatMap((sealed) =>
    sealed === null ? [] : [unseal(key, sealed)],
  );
}

/** The text to send; undefined when the webhook no longer covers any of its events. */
async function findBody({ db, ownAddress }: DeliveryDeps, attempt: Attempt): Promise<string | undefined> {
  const { webhookId, events, isTest } = attempt;
  const plantIds = [...new Set(events.map(({ plant }) => plant.stationId))];
  const visible = keepVisible(events, await listCoveredPlants(db, { webhookId, plantIds }));
  if (visible.length === 0 && !isTest) return undefined;
  return writeBody(attempt, { events: visible, linkTo: ownAddress.linkTo });
}

async function turnOff(
  trx: Transaction,
  { webhook, state, at, address }: { webhook: LockedWebhook; state: WebhookState; at: Date; address: string },
): Promise<void> {
  const { webhookId, accountId, companyId, name, url, email, language, failingSince } = webhook;
  await setState(trx, webhookId, state);
  await endPending(trx, { webhookId, at });
  await writeAudit(trx, {
    kind: "operation",
    type: "webhook.turned-off",
    companyId: companyId ?? undefined,
    objectType: "webhook",
    objectId: webhookId,
    new: { account: accountId, state },
    method: "job",
  });
  if (email === null) return;
  const kind = state === "gone" ? "webhookGone" : "webhookFailed";
  const since = formatMoment((failingSince ?? at).getTime(), language);
  await writeNotice(trx, {
    to: email,
    language,
    subject: `mail.${kind}.subject`,
    text: `mail.${kind}.text`,
    params: { name, host: new URL(url).host, since, address },
    now: at.getTime(),
    lifetimeMs: NOTICE_LIFETIME_MS,
  });
}

/** State in which a failed attempt leaves its webhook. */
function findStateAfterFailure(
  { state, failingSince }: LockedWebhook,
  { status }: Outcome,
  now: number,
): WebhookState {
  if (state !== "on") return state;
  if (status === GONE) return "gone";
  return failingSince !== null && failingSince.getTime() <= now - MAX_FAILING_MS ? "failed" : "on";
}

async function recordFailure(
  trx: Transaction,
  {
    deps,
    webhook,
    attempt,
    outcome,
  }: { deps: DeliveryDeps; webhook: LockedWebhook; attempt: Attempt; outcome: Outcome },
): Promise<void> {
  const now = deps.clock.now();
  const at = new Date(now);
  const delayMs = attempt.isTest ? undefined : findRetryDelay(attempt.attempts, deps.random);
  const isEnded = await endAttempt(trx, attempt, {
    ...outcome,
    at,
    state: delayMs === undefined ? "dead" : "pending",
    nextAttemptAt: delayMs === undefined ? null : new Date(now + delayMs),
  });
  if (!isEnded) return;
  await markFailure(trx, webhook.webhookId, at);
  const state = findStateAfterFailure(webhook, outcome, now);
  if (state === webhook.state) return;
  await turnOff(trx, { webhook, state, at, address: deps.ownAddress.linkTo("/alarms/webhooks") });
}

async function record(deps: DeliveryDeps, attempt: Attempt, outcome: Outcome): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const at = new Date(deps.clock.now());
    // The webhook before its delivery: turning it off locks them in this order as well.
    const webhook = await lockWebhook(trx, attempt.webhookId);
    if (!webhook) return;
    if (!outcome.isDelivered) {
      await recordFailure(trx, { deps, webhook, attempt, outcome });
      return;
    }
    const result = { ...outcome, state: "delivered", at, nextAttemptAt: null } as const;
    if (await endAttempt(trx, attempt, result)) await markSuccess(trx, attempt.webhookId, at);
  });
}

/**
 * Makes one attempt whose lease this process holds, and records what came of it. Undefined when nothing may be sent any
 * more: the delivery is deleted then. Throws when `stopped` is aborted.
 */
export async function makeAttempt(
  deps: DeliveryDeps,
  attempt: Attempt,
  stopped?: AbortSignal,
): Promise<Outcome | undefined> {
  const body = await findBody(deps, attempt);
  if (body === undefined) {
    await deps.db.transaction().execute((trx) => deleteDelivery(trx, attempt));
    return undefined;
  }
  const headers = {
    "content-type": "application/json",
    "user-agent": "Heliograph-Webhooks/1",
    ...signedHeaders(
      { id: attempt.deliveryId, at: deps.clock.now(), body },
      await listSecrets(deps, attempt),
    ),
  };
  const request = { url: new URL(attempt.url), headers, body };
  const outcome = await sendRequest(request, { receivers: deps.receivers, ...(stopped && { stopped }) });
  await record(deps, attempt, outcome);
  return outcome;
}
