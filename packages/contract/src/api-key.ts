import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import { id, instant, listOf, requiredLine } from "./primitives.ts";

/** Keys of one account that have not ended. */
export const MAX_API_KEYS = 20;
/** Chosen plants of one key. */
const MAX_KEY_PLANTS = 200;
/** Calls of one key in a minute. */
export const MAX_KEY_CALLS = 120;

/** Sessions of one key that subscribe by MQTT at a time, and plants whose values they receive. */
export const MAX_KEY_SUBSCRIBERS = 3;
export const MAX_SUBSCRIBED_PLANTS = 50;

/** What a key can read: never more than its account, and never by a call that changes something. */
export const apiKeyPermission = z.enum(["station:read", "device:read", "alarm:read"]);
export type ApiKeyPermission = z.output<typeof apiKeyPermission>;

export const apiKeyState = z.enum(["active", "expired", "revoked"]);
export type ApiKeyState = z.output<typeof apiKeyState>;

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;

const apiKeyRow = z.object({
  apiKeyId: id,
  name: z.string(),
  /** Beginning of the key. */
  prefix: z.string(),
  permissionIds: z.array(apiKeyPermission),
  /** All plants that the account sees, or chosen ones of them. */
  plants: z.enum(["all", "chosen"]),
  /** Chosen plants that are still visible to the caller. */
  chosenPlants: z.array(z.object({ stationId: id, stationName: z.string() })),
  /** Programs may subscribe to values of the plants by MQTT. */
  mqtt: z.boolean(),
  state: apiKeyState,
  createdAt: instant,
  expiresAt: instant,
  /** To the minute. */
  lastUsedAt: instant.nullable(),
});
export type ApiKeyRow = z.output<typeof apiKeyRow>;

const listPath = "/user/apiKey/list";
// Only the caller's own keys.
const own = { who: "signed-in", scope: { kind: "none" } } as const;

export const listApiKeys = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "API keys of the caller, the newest first; ended ones for 90 days",
  access: own,
  data: listOf(apiKeyRow),
  errors: ["A0230", "A0300"],
  // Calls with a key change it.
  cache: "bypass",
});

export const addApiKey = defineEndpoint({
  method: "POST",
  path: "/user/apiKey/add",
  summary: "Create an API key, which reads what the caller may read; the key is only in this response",
  access: own,
  stepUp: true,
  body: z.strictObject({
    name: requiredLine(60),
    permissionIds: z
      .array(apiKeyPermission)
      .min(1, { error: "field.required" satisfies MessageKey })
      .refine(isUnique, { error: "field.twice" satisfies MessageKey }),
    plants: z.enum(["all", "chosen"]),
    stationIds: z
      .array(id)
      .max(MAX_KEY_PLANTS)
      .refine(isUnique, { error: "field.twice" satisfies MessageKey })
      .default([]),
    /** Days until it expires. */
    days: z.int().min(1).max(366).default(90),
    /** Allow programs to subscribe to values of the plants by MQTT; needs `station:read`. */
    mqtt: z.boolean().default(false),
  }),
  data: apiKeyRow
    .pick({ apiKeyId: true, name: true, permissionIds: true, mqtt: true, expiresAt: true })
    .extend({ key: z.string() }),
  errors: ["A0230", "A0300", "A0400", "A0440"],
  invalidates: [listPath],
});

export const revokeApiKey = defineEndpoint({
  method: "POST",
  path: "/user/apiKey/revoke",
  summary: "Revoke an API key of the caller; it has no access any more",
  access: own,
  body: z.strictObject({ apiKeyId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: [listPath],
});

export const findKeyMqtt = defineEndpoint({
  method: "GET",
  path: "/user/apiKey/mqtt",
  summary: "Address where API keys subscribe to values of plants by MQTT; null where this server has none",
  access: own,
  data: z.object({ url: z.string().nullable() }),
  errors: ["A0230", "A0300"],
});

export const readPlantMetrics = defineEndpoint({
  method: "GET",
  path: "/metrics/plants",
  summary: "Current values of the caller's plants for Prometheus, in its text format",
  access: { who: ["station:read"], scope: { kind: "in-scope" } },
  data: z.custom<Blob>(),
  responseType: "file",
  errors: ["A0230", "A0300", "A0501"],
  cache: "bypass",
});
