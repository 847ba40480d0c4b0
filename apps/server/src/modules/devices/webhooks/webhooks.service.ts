import { performance } from "node:perf_hooks";
import { isDeepStrictEqual } from "node:util";
import type { AuditType, BodyOf, DataInputOf, endpoints, QueryOf, WebhookState } from "@heliograph/contract";
import { MAX_WEBHOOKS } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { seal } from "../../../infra/sealed.ts";
import { ownAccount } from "../../base/access/in-scope.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { LEASE_MS, makeAttempt } from "./attempt.ts";
import { countTests, endPending, getAttempt, insertTest } from "./deliveries.repository.ts";
import type { DeliveryDeps } from "./delivery-deps.ts";
import { getSecretKey } from "./delivery-deps.ts";
import { getReceiverAddress } from "./receiver-address.ts";
import { ReceiverError } from "./receiver-error.ts";
import { createSecret } from "./signature.ts";
import type { Webhook, WebhookSettings } from "./webhooks.repository.ts";
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listVisiblePlants,
  listWebhooks,
  replaceSecret,
  restartDeliveries,
  updateWebhook,
} from "./webhooks.repository.ts";

export type WebhookService = ReturnType<typeof createWebhookService>;
type Area = typeof endpoints.webhook;

const HOUR_MS = 3_600_000;
/** How long the secret before the last replacement signs as well. */
const PREVIOUS_SECRET_MS = 24 * HOUR_MS;
/** Tests of one account in an hour. */
const MAX_TESTS_PER_HOUR = 30;
const TEST_RETRY_AFTER_S = 600;

const SETTINGS = ["name", "url", "plants", "stationIds", "minSeverity", "events"] as const;

const toSettings = ({
  name,
  url,
  plants,
  stationIds,
  minSeverity,
  events,
}: WebhookSettings): WebhookSettings => ({
  name,
  url,
  plants,
  // Those of an earlier choice would come back unseen.
  stationIds: plants === "chosen" ? stationIds : [],
  minSeverity,
  events,
});

async function getWebhook(trx: Transaction, scope: Scope, webhookId: string): Promise<Webhook> {
  const webhook = await findWebhook(trx, { ...ownAccount(scope), webhookId });
  if (!webhook) throw new AppError("A0404");
  return webhook;
}

/** Names of fields only: addresses may contain secrets, and a cancelled account must leave no values in the audit. */
async function audit(
  trx: Transaction,
  { scope, address }: Actor,
  entry: { type: AuditType; webhookId: string; fields?: readonly string[] },
): Promise<void> {
  await writeAudit(trx, {
    kind: "operation",
    type: entry.type,
    actorId: scope.accountId,
    companyId: scope.companyId,
    objectType: "webhook",
    objectId: entry.webhookId,
    new: entry.fields && { fields: entry.fields },
    address,
  });
}

/** The settings with the chosen plants that are visible to the caller. Throws A0400 when none is. */
async function keepVisible(
  trx: Transaction,
  scope: Scope,
  settings: WebhookSettings,
): Promise<WebhookSettings> {
  const kept = toSettings(settings);
  if (kept.plants === "all") return kept;
  const visible = await listVisiblePlants(trx, scope, kept.stationIds);
  if (visible.length === 0)
    throw new AppError("A0400", { fields: [{ path: "stationIds", key: "field.required" }] });
  return { ...kept, stationIds: visible.map(({ stationId }) => stationId) };
}

/** The state after a change; one that was turned off for its failures stays marked as such. */
function findState(current: WebhookState, isOn = current === "on"): WebhookState {
  if (isOn) return "on";
  return current === "on" ? "off" : current;
}

/** Webhooks of an account. */
export function createWebhookService(deps: DeliveryDeps) {
  const { db, clock, receivers } = deps;
  const now = () => new Date(clock.now());

  /** Throws A0400 for an address that is never sent to. A name that cannot be resolved now may be later. */
  async function checkAddress(url: string): Promise<void> {
    try {
      await getReceiverAddress(new URL(url), receivers);
    } catch (error) {
      if (!(error instanceof ReceiverError)) throw error;
      if (error.error === "address")
        throw new AppError("A0400", { fields: [{ path: "url", key: "field.webhookAddress" }] });
    }
  }

  async function createSealed(): Promise<{ secret: string; sealed: Buffer }> {
    const secret = createSecret();
    return { secret, sealed: seal(await getSecretKey(deps), secret) };
  }

  async function createTest(scope: Scope, webhookId: string): Promise<string> {
    return await db.transaction().execute(async (trx) => {
      await getWebhook(trx, scope, webhookId);
      const at = now();
      const used = await countTests(trx, { ...ownAccount(scope), since: new Date(at.getTime() - HOUR_MS) });
      if (used >= MAX_TESTS_PER_HOUR) throw new AppError("A0501", { retryAfterS: TEST_RETRY_AFTER_S });
      return await insertTest(trx, { webhookId, at, leasedUntil: new Date(at.getTime() + LEASE_MS) });
    });
  }

  return {
    async list(scope: Scope): Promise<DataInputOf<Area["list"]>> {
      const webhooks = await listWebhooks(db, { ...ownAccount(scope), now: now() });
      const chosen = [...new Set(webhooks.flatMap(({ stationIds }) => stationIds))];
      const visible = chosen.length === 0 ? [] : await listVisiblePlants(db, scope, chosen);
      return {
        total: webhooks.length,
        rows: webhooks.map((webhook) => ({
          ...webhook,
          stationIds: [...webhook.stationIds],
          events: [...webhook.events],
          chosenPlants: visible.filter(({ stationId }) => webhook.stationIds.includes(stationId)),
          createdAt: webhook.createdAt.toISOString(),
          lastSuccessAt: webhook.lastSuccessAt?.toISOString() ?? null,
          failingSince: webhook.failingSince?.toISOString() ?? null,
          previousSecretUntil: webhook.previousSecretUntil?.toISOString() ?? null,
        })),
      };
    },

    /** Throws A0440 when the account has as many as it may have. */
    async add(actor: Actor, body: BodyOf<Area["add"]>): Promise<DataInputOf<Area["add"]>> {
      await checkAddress(body.url);
      const { secret, sealed } = await createSealed();
      const { scope } = actor;
      const account = ownAccount(scope);
      return await db.transaction().execute(async (trx) => {
        const settings = await keepVisible(trx, scope, body);
        if ((await countWebhooks(trx, account)) >= MAX_WEBHOOKS)
          throw new AppError("A0440", {
            messageKey: "message.tooManyWebhooks",
            params: { max: MAX_WEBHOOKS },
          });
        const webhookId = await insertWebhook(trx, { ...account, settings, secret: sealed, at: now() });
        await audit(trx, actor, { type: "webhook.add", webhookId, fields: SETTINGS });
        return { webhookId, name: settings.name, secret };
      });
    },

    async update(actor: Actor, body: BodyOf<Area["update"]>): Promise<void> {
      const { webhookId, isOn, ...changes } = body;
      if (changes.url !== undefined) await checkAddress(changes.url);
      await db.transaction().execute(async (trx) => {
        const current = await getWebhook(trx, actor.scope, webhookId);
        const merged = toSettings({ ...current, ...changes });
        const isPlantsChange = changes.stationIds !== undefined || changes.plants !== undefined;
        const settings = isPlantsChange ? await keepVisible(trx, actor.scope, merged) : merged;
        const state = findState(current.state, isOn);
        const changed: string[] = SETTINGS.filter(
          (name) => !isDeepStrictEqual(settings[name], current[name]),
        );
        if (state !== current.state) changed.push("isOn");
        if (changed.length === 0) return;
        await updateWebhook(trx, { ...settings, webhookId, state });
        if (state !== "on") await endPending(trx, { webhookId, at: now() });
        await audit(trx, actor, { type: "webhook.update", webhookId, fields: changed });
      });
    },

    async delete(actor: Actor, webhookId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await deleteWebhook(trx, await getWebhook(trx, actor.scope, webhookId));
        await audit(trx, actor, { type: "webhook.delete", webhookId });
      });
    },

    async replaceSecret(actor: Actor, webhookId: string): Promise<DataInputOf<Area["replaceSecret"]>> {
      const { secret, sealed } = await createSealed();
      return await db.transaction().execute(async (trx) => {
        const { name } = await getWebhook(trx, actor.scope, webhookId);
        const previousUntil = new Date(clock.now() + PREVIOUS_SECRET_MS);
        await replaceSecret(trx, { webhookId, secret: sealed, previousUntil });
        await audit(trx, actor, { type: "webhook.replace-secret", webhookId });
        return { webhookId, name, secret };
      });
    },

    /** Throws A0501 when the account has tested as often as it may in an hour. */
    async test({ scope }: Actor, webhookId: string): Promise<DataInputOf<Area["test"]>> {
      const deliveryId = await createTest(scope, webhookId);
      const startedAt = performance.now();
      const outcome = await makeAttempt(deps, await getAttempt(db, deliveryId));
      if (!outcome) throw new AppError("A0404");
      return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
    },

    async listDeliveries(
      scope: Scope,
      query: QueryOf<Area["deliveries"]>,
    ): Promise<DataInputOf<Area["deliveries"]>> {
      await db.transaction().execute((trx) => getWebhook(trx, scope, query.webhookId));
      const { rows, total } = await listDeliveries(db, { ...ownAccount(scope), ...query });
      return {
        rows: rows.map((row) => ({
          ...row,
          createdAt: row.createdAt.toISOString(),
          lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
          nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
        })),
        total,
      };
    },

    /** Throws A0440 while the webhook is off, A0404 for deliveries that are not there. */
    async redeliver(actor: Actor, body: BodyOf<Area["redeliver"]>): Promise<{ total: number }> {
      const { webhookId, deliveryIds } = body;
      return await db.transaction().execute(async (trx) => {
        const { state } = await getWebhook(trx, actor.scope, webhookId);
        if (state !== "on") throw new AppError("A0440", { messageKey: "message.webhookOff" });
        const total = await restartDeliveries(trx, { webhookId, deliveryIds, at: now() });
        if (total === 0 && deliveryIds !== undefined) throw new AppError("A0404");
        await audit(trx, actor, { type: "webhook.redeliver", webhookId });
        return { total };
      });
    },
  };
}
