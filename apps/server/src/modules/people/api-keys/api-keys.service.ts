import { randomBytes } from "node:crypto";
import type {
  ApiKeyState,
  BodyOf,
  DataInputOf,
  endpoints,
  Language,
  PermissionId,
} from "@heliograph/contract";
import { MAX_API_KEYS } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { ownAccount } from "../../base/access/in-scope.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { apiKeyScope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { IdentityService } from "../identity/identity.service.ts";
import { hashKey, isApiKey, KEY_PREFIX } from "./api-key-values.ts";
import type { KeyRecord, StoredKey } from "./api-keys.repository.ts";
import {
  countKeys,
  deleteEnded,
  findKey,
  insertKey,
  insertKeyPlants,
  listKeys,
  updateRevoked,
  updateUsed,
} from "./api-keys.repository.ts";

const DAY_MS = 86_400_000;
const ENDED_RETENTION_DAYS = 90;
/** The time of the last use is written at most this often. */
const USED_EVERY_MS = 60_000;
/** Characters of a key that its owner sees later. */
const SHOWN_CHARACTERS = KEY_PREFIX.length + 6;

type KeyAdd = typeof endpoints.apiKey.add;

function stateOf({ revokedAt, expiresAt }: KeyRecord, now: number): ApiKeyState {
  if (revokedAt !== null) return "revoked";
  return expiresAt.getTime() <= now ? "expired" : "active";
}

/** A key that may subscribe by MQTT, with the language of its account. */
export interface KeySubscriber {
  readonly keyId: string;
  readonly scope: Scope;
  readonly language: Language;
}

/** Keys with which programs read what an account sees. */
export function createApiKeys({
  db,
  bus,
  clock,
  identity,
}: {
  db: Db;
  bus: Bus;
  clock: Clock;
  identity: Pick<IdentityService, "findAccountScope">;
}) {
  /** Throws A0230 for a key that is unknown or has ended, and for one whose account may not sign in. */
  async function resolve(key: string): Promise<{ stored: StoredKey; scope: Scope }> {
    const now = clock.now();
    const stored = await findKey(db, hashKey(key));
    if (!stored || stored.revokedAt !== null || stored.expiresAt.getTime() <= now)
      throw new AppError("A0230");
    const scope = await identity.findAccountScope(stored.accountId);
    if (!scope) throw new AppError("A0230");
    if (now - (stored.lastUsedAt?.getTime() ?? 0) >= USED_EVERY_MS)
      await updateUsed(db, stored.apiKeyId, new Date(now));
    const permissionIds: readonly PermissionId[] = stored.permissionIds;
    const keyScope = apiKeyScope(scope, {
      id: stored.apiKeyId,
      isLimited: stored.isLimited,
      permissionIds: new Set(permissionIds.filter((one) => scope.permissionIds.has(one))),
    });
    return { stored, scope: keyScope };
  }

  return {
    isApiKey,

    /** The scope of a key: the current rights of its account as far as the key has them. Throws A0230 as `resolve`. */
    authenticate: async (key: string): Promise<Scope> => (await resolve(key)).scope,

    /** As `authenticate`, of a key that may subscribe by MQTT; A0300 for others, and without the right to view plants. */
    async authenticateSubscriber(key: string): Promise<KeySubscriber> {
      const { stored, scope } = await resolve(key);
      if (!stored.mqtt || !scope.permissionIds.has("station:read")) throw new AppError("A0300");
      return { keyId: stored.apiKeyId, scope, language: stored.language };
    },

    async list(scope: Scope): Promise<DataInputOf<typeof endpoints.apiKey.list>> {
      const records = await listKeys(db, scope, ownAccount(scope));
      const rows = records.map(({ isLimited, createdAt, expiresAt, revokedAt, lastUsedAt, ...key }) => ({
        ...key,
        permissionIds: [...key.permissionIds],
        plants: isLimited ? ("chosen" as const) : ("all" as const),
        state: stateOf({ ...key, isLimited, createdAt, expiresAt, revokedAt, lastUsedAt }, clock.now()),
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }));
      return { rows, total: rows.length };
    },

    /** A0300 for a permission that the caller lacks, A0400 for plants that are not visible to it, A0440 beyond the limit. */
    async add(actor: Actor, body: BodyOf<KeyAdd>): Promise<DataInputOf<KeyAdd>> {
      const { scope, address } = actor;
      const { name, permissionIds, plants, stationIds, days, mqtt } = body;
      const now = clock.now();
      const expiresAt = new Date(now + days * DAY_MS);
      if (permissionIds.some((one) => !scope.permissionIds.has(one))) throw new AppError("A0300");
      if (mqtt && !permissionIds.includes("station:read"))
        throw new AppError("A0400", { fields: [{ path: "mqtt", key: "field.mqttNeedsPlants" }] });
      const isLimited = plants === "chosen";
      if (isLimited && stationIds.length === 0)
        throw new AppError("A0400", { fields: [{ path: "stationIds", key: "field.required" }] });
      const key = `${KEY_PREFIX}${randomBytes(32).toString("base64url")}`;
      return await db.transaction().execute(async (trx) => {
        const own = ownAccount(scope);
        if ((await countKeys(trx, own, new Date(now))) >= MAX_API_KEYS)
          throw new AppError("A0440", { messageKey: "message.apiKeyLimit", params: { count: MAX_API_KEYS } });
        const apiKeyId = await insertKey(trx, own, {
          name,
          prefix: key.slice(0, SHOWN_CHARACTERS),
          hash: hashKey(key),
          permissionIds,
          isLimited,
          mqtt,
          createdAt: new Date(now),
          expiresAt,
        });
        const limited = isLimited ? await insertKeyPlants(trx, scope, { apiKeyId, stationIds }) : 0;
        if (isLimited && limited < stationIds.length)
          throw new AppError("A0400", { fields: [{ path: "stationIds", key: "field.invalid" }] });
        await writeAudit(trx, {
          kind: "operation",
          type: "apiKey.add",
          actorId: scope.accountId,
          companyId: scope.companyId,
          objectType: "apiKey",
          objectId: apiKeyId,
          new: { name, permissionIds, days, ...(mqtt && { mqtt }), ...(isLimited && { stationIds }) },
          address,
        });
        return { apiKeyId, name, key, permissionIds, mqtt, expiresAt: expiresAt.toISOString() };
      });
    },

    /** A0404 when the caller has no such key, or has revoked it before. */
    async revoke({ scope, address }: Actor, apiKeyId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const at = new Date(clock.now());
        const name = await updateRevoked(trx, ownAccount(scope), { apiKeyId, at });
        if (name === undefined) throw new AppError("A0404");
        await writeAudit(trx, {
          kind: "operation",
          type: "apiKey.revoke",
          actorId: scope.accountId,
          companyId: scope.companyId,
          objectType: "apiKey",
          objectId: apiKeyId,
          original: { name },
          address,
        });
      });
      bus.publish(`apiKey.${apiKeyId}.revoked`, {});
    },

    /** Deletes keys that ended long ago; one process calls it periodically. */
    async sweep(): Promise<void> {
      await deleteEnded(db, new Date(clock.now() - ENDED_RETENTION_DAYS * DAY_MS));
    },
  };
}

export type ApiKeyService = ReturnType<typeof createApiKeys>;
