import type { ApiKeyPermission, Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { AccountInScope } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { listedInScope, plantsInScope } from "../../base/access/scope-sql.ts";

export interface StoredKey {
  readonly apiKeyId: string;
  readonly accountId: string;
  readonly language: Language;
  readonly permissionIds: readonly ApiKeyPermission[];
  readonly isLimited: boolean;
  readonly mqtt: boolean;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export interface KeyRecord extends Omit<StoredKey, "accountId" | "language"> {
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly chosenPlants: { stationId: string; stationName: string }[];
}

const columns = sql`k.id as "apiKeyId", k.permission_ids as "permissionIds", k.is_limited as "isLimited", k.mqtt,
  k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt"`;

/** The key with this hash, whatever its state. */
export async function findKey(db: Db, hash: Buffer): Promise<StoredKey | undefined> {
  const { rows } = await sql<StoredKey>`
    select ${columns}, k.account_id as "accountId", a.language
    from api_keys k join accounts a on a.id = k.account_id where k.hash = ${hash}`.execute(db);
  return rows[0];
}

export async function updateUsed(db: Db, apiKeyId: string, at: Date): Promise<void> {
  await sql`update api_keys set last_used_at = ${at} where id = ${apiKeyId}`.execute(db);
}

/** Keys of an account, the newest first; chosen plants only where they are still visible to it. */
export async function listKeys(db: Db, scope: Scope, { accountId }: AccountInScope): Promise<KeyRecord[]> {
  const { rows } = await sql<KeyRecord>`
    select ${columns}, k.name, k.prefix, k.created_at as "createdAt", coalesce((
      select jsonb_agg(jsonb_build_object('stationId', p.id, 'stationName', p.name) order by p.name, p.id)
      from api_key_plants chosen join plants p on p.id = chosen.plant_id
      where chosen.key_id = k.id and ${plantsInScope(scope)}
    ), '[]') as "chosenPlants"
    from api_keys k where k.account_id = ${accountId} order by k.created_at desc, k.id`.execute(db);
  return rows;
}

/** Locks the account's keys against an addition at the same time, and counts those that have not ended. */
export async function countKeys(trx: Transaction, { accountId }: AccountInScope, now: Date): Promise<number> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from api_keys
    where account_id = ${accountId} and revoked_at is null and expires_at > ${now}`.execute(trx);
  return rows[0]?.total ?? 0;
}

export interface NewKey {
  readonly name: string;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly permissionIds: readonly ApiKeyPermission[];
  readonly isLimited: boolean;
  readonly mqtt: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertKey(
  trx: Transaction,
  { accountId }: AccountInScope,
  key: NewKey,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into api_keys (account_id, name, prefix, hash, permission_ids, is_limited, mqtt, created_at, expires_at)
    values (${accountId}, ${key.name}, ${key.prefix}, ${key.hash}, ${[...key.permissionIds]}::text[], ${key.isLimited},
      ${key.mqtt}, ${key.createdAt}, ${key.expiresAt})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** Limits a key to those of the plants that are visible to the caller; returns their number. */
export async function insertKeyPlants(
  trx: Transaction,
  scope: Scope,
  { apiKeyId, stationIds }: { apiKeyId: string; stationIds: readonly string[] },
): Promise<number> {
  const { rows } = await sql`
    insert into api_key_plants (key_id, plant_id)
    select ${apiKeyId}, p.id from plants p where p.id = any(${[...stationIds]}::uuid[]) and ${listedInScope(scope)}
    returning plant_id`.execute(trx);
  return rows.length;
}

/** Revokes a key of the account; undefined when it has none with this id, or one that was revoked before. */
export async function updateRevoked(
  trx: Transaction,
  { accountId }: AccountInScope,
  { apiKeyId, at }: { apiKeyId: string; at: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update api_keys set revoked_at = ${at}
    where id = ${apiKeyId} and account_id = ${accountId} and revoked_at is null returning name`.execute(trx);
  return rows[0]?.name;
}

/** Deletes keys that ended before an instant. */
export async function deleteEnded(db: Db, before: Date): Promise<void> {
  await sql`delete from api_keys where coalesce(revoked_at, expires_at) < ${before}`.execute(db);
}
