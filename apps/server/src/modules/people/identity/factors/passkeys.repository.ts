import { sql } from "kysely";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import { hashToken } from "../sessions/token-values.ts";

export interface PasskeyRow {
  passkeyId: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export async function listPasskeys(db: Db, accountId: string): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select id as "passkeyId", name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where account_id = ${accountId} order by created_at, id`.execute(db);
  return rows;
}

/** Ids of the account's passkeys in the browser. */
export async function listCredentialIds(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select credential_id as id from passkeys where account_id = ${accountId}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface Credential {
  passkeyId: string;
  accountId: string;
  companyId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
}

/** A passkey of an open account. */
export async function findCredential(db: Db, credentialId: string): Promise<Credential | undefined> {
  const { rows } = await sql<Credential>`
    select p.id as "passkeyId", a.id as "accountId", a.company_id as "companyId", p.credential_id as "credentialId",
      p.public_key as "publicKey", p.counter
    from passkeys p join accounts a on a.id = p.account_id
    where p.credential_id = ${credentialId} and a.disabled_at is null and a.cancelled_at is null`.execute(db);
  return rows[0];
}

export async function insertPasskey(
  trx: Transaction,
  passkey: {
    accountId: string;
    credentialId: string;
    publicKey: Uint8Array;
    counter: number;
    transports: readonly string[];
    name: string;
    createdAt: Date;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into passkeys (account_id, credential_id, public_key, counter, transports, name, created_at)
    values (${passkey.accountId}, ${passkey.credentialId}, ${Buffer.from(passkey.publicKey)}, ${passkey.counter},
      ${passkey.transports}, ${passkey.name}, ${passkey.createdAt})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

export async function markPasskeyUsed(
  db: Db,
  { passkeyId, counter, at }: { passkeyId: string; counter: number; at: Date },
): Promise<void> {
  await sql`
    update passkeys set counter = ${counter}, last_used_at = ${at} where id = ${passkeyId}`.execute(db);
}

export async function deletePasskey(
  trx: Transaction,
  { accountId, passkeyId }: { accountId: string; passkeyId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from passkeys where id = ${passkeyId} and account_id = ${accountId}`.execute(trx);
  return numAffectedRows === 1n;
}

export async function insertCeremony(
  db: Db,
  options: {
    ceremony: string;
    accountId?: string;
    challenge: string;
    address: string;
    expiresAt: Date;
  },
): Promise<void> {
  const { ceremony, accountId = null, challenge, address, expiresAt } = options;
  await sql`
    insert into passkey_ceremonies (hash, account_id, challenge, address, expires_at)
    values (${hashToken(ceremony)}, ${accountId}, ${challenge}, ${address}, ${expiresAt})`.execute(db);
}

/** Uses a ceremony up and returns its challenge, if it is valid and was started for this account, or for none. */
export async function consumeCeremony(
  db: Db,
  { ceremony, accountId = null, at }: { ceremony: string; accountId?: string | null; at: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string }>`
    delete from passkey_ceremonies
    where hash = ${hashToken(ceremony)} and account_id is not distinct from ${accountId}::uuid and expires_at > ${at}
    returning challenge`.execute(db);
  return rows[0]?.challenge;
}

/** Ceremonies started from an address that expire after the given time. */
export async function countCeremonies(
  db: Db,
  { address, expiringAfter }: { address: string; expiringAfter: Date },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from passkey_ceremonies
    where expires_at > ${expiringAfter} and address = ${address}`.execute(db);
  return rows[0]?.total ?? 0;
}
