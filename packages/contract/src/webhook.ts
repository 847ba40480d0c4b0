import { z } from "zod";
import { alarmSeverity } from "./alarm.ts";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import { id, instant, listOf, paging, requiredLine } from "./primitives.ts";
import { isReceiverAddress } from "./web-addresses.ts";
import { webhookEventKind } from "./webhook-body.ts";

/** Webhooks of one account. */
export const MAX_WEBHOOKS = 10;
/** Chosen plants of one webhook. */
const MAX_CHOSEN_PLANTS = 200;
/** Deliveries that one call names; without a list all dead letters are delivered again. */
const MAX_DELIVERIES_PER_CALL = 100;

/** Plants whose alarms are sent: all whose alarms the account may see, or chosen ones of them. */
const webhookPlants = z.enum(["all", "chosen"]);
/** `failed`: turned off because no attempt succeeded for days; `gone`: the receiver answered 410. */
export const webhookState = z.enum(["on", "off", "failed", "gone"]);
export type WebhookState = z.output<typeof webhookState>;

/** `dead`: a dead letter, which is not tried again unless requested. */
export const webhookDeliveryState = z.enum(["pending", "delivered", "dead"]);
export type WebhookDeliveryState = z.output<typeof webhookDeliveryState>;

/**
 * Why an attempt failed. `address`: the server does not send to this address; `status`: a response other than 2xx;
 * `off`: the webhook was turned off while the delivery was waiting.
 */
export const webhookError = z.enum([
  "address",
  "dns",
  "connection",
  "tls",
  "timeout",
  "redirect",
  "status",
  "off",
]);
export type WebhookError = z.output<typeof webhookError>;

const settings = {
  name: requiredLine(60),
  url: z
    .string()
    .trim()
    .min(1, { error: "field.required" satisfies MessageKey })
    .max(500)
    .refine(isReceiverAddress, { error: "field.webhookUrl" satisfies MessageKey }),
  plants: webhookPlants,
  stationIds: z
    .array(id)
    .max(MAX_CHOSEN_PLANTS)
    .refine((ids) => new Set(ids).size === ids.length, { error: "field.twice" satisfies MessageKey }),
  minSeverity: alarmSeverity,
  events: z
    .array(webhookEventKind)
    .min(1, { error: "field.required" satisfies MessageKey })
    .refine((kinds) => new Set(kinds).size === kinds.length, { error: "field.twice" satisfies MessageKey }),
};

const webhookRow = z.object({
  webhookId: id,
  ...settings,
  /** Names of the chosen plants that are still visible to the caller. */
  chosenPlants: z.array(z.object({ stationId: id, stationName: z.string() })),
  state: webhookState,
  createdAt: instant,
  /** Deliveries that are waiting for their next attempt, and dead letters. */
  pendingCount: z.int(),
  deadCount: z.int(),
  lastSuccessAt: instant.nullable(),
  /** Since when every attempt has failed; null after a success. */
  failingSince: instant.nullable(),
  /** Until when requests are also signed with the secret before the last replacement. */
  previousSecretUntil: instant.nullable(),
});
export type WebhookRow = z.output<typeof webhookRow>;

const webhookDelivery = z.object({
  /** The header `webhook-id` of its requests. */
  deliveryId: id,
  state: webhookDeliveryState,
  isTest: z.boolean(),
  eventCount: z.int(),
  createdAt: instant,
  attempts: z.int(),
  lastAttemptAt: instant.nullable(),
  /** Null unless it is pending. */
  nextAttemptAt: instant.nullable(),
  /** HTTP status of the last response. */
  status: z.int().nullable(),
  error: webhookError.nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const listPath = "/alarm/webhook/list";
const deliveriesPath = "/alarm/webhook/deliveries";

// Only the caller's own webhooks.
const own = { who: ["alarm:read"], scope: { kind: "none" } } as const;
const one = z.strictObject({ webhookId: id });

export const listWebhooks = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "Webhooks of the caller",
  access: own,
  data: listOf(webhookRow),
  errors: ["A0230", "A0300"],
  // Deliveries change it.
  cache: "bypass",
});

/** Shown only in the response that creates it; no later response contains it. */
const created = z.object({ webhookId: id, name: z.string(), secret: z.string() });

export const addWebhook = defineEndpoint({
  method: "POST",
  path: "/alarm/webhook/add",
  summary: "Send alarms of the caller's plants to an address; returns the secret that signs the requests",
  access: own,
  body: z.strictObject({ ...settings, stationIds: settings.stationIds.default([]) }),
  data: created,
  errors: ["A0230", "A0300", "A0400", "A0440"],
  invalidates: [listPath],
});

export const updateWebhook = defineEndpoint({
  method: "POST",
  path: "/alarm/webhook/update",
  summary: "Change a webhook of the caller, turn it off or on",
  access: own,
  body: z
    .strictObject({ ...settings, isOn: z.boolean() })
    .partial()
    .extend(one.shape),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: [listPath, deliveriesPath],
});

export const deleteWebhook = defineEndpoint({
  method: "POST",
  path: "/alarm/webhook/delete",
  summary: "Delete a webhook of the caller with its deliveries",
  access: own,
  body: one,
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: [listPath, deliveriesPath],
});

export const replaceWebhookSecret = defineEndpoint({
  method: "POST",
  path: "/alarm/webhook/replaceSecret",
  summary: "Replace the secret of a webhook; for 24 hours requests are signed with both",
  access: own,
  body: one,
  data: created,
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: [listPath],
});

export const testWebhook = defineEndpoint({
  method: "POST",
  path: "/alarm/webhook/test",
  summary: "Send a request without events to a webhook and return its outcome",
  access: own,
  body: one,
  data: z.object({
    isDelivered: z.boolean(),
    status: z.int().nullable(),
    error: webhookError.nullable(),
    durationMs: z.int(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0501"],
  invalidates: [listPath, deliveriesPath],
});

export const listDeliveries = defineEndpoint({
  method: "GET",
  path: deliveriesPath,
  summary: "Deliveries of a webhook of the caller, the newest first",
  access: own,
  query: z.object({
    ...paging,
    order: z.enum(["asc", "desc"]).default("desc"),
    webhookId: id,
    state: webhookDeliveryState.optional(),
  }),
  data: listOf(webhookDelivery),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const redeliver = defineEndpoint({
  method: "POST",
  path: "/alarm/webhook/redeliver",
  summary: "Deliver now: the given deliveries of a webhook, waiting or finished, or all its dead letters",
  access: own,
  body: one.extend({
    deliveryIds: z
      .array(id)
      .min(1)
      .max(MAX_DELIVERIES_PER_CALL)
      .refine((ids) => new Set(ids).size === ids.length, { error: "field.twice" satisfies MessageKey })
      .optional(),
  }),
  data: z.object({ total: z.int() }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [listPath, deliveriesPath],
});
