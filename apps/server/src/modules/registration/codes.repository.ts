import type { CodePurpose, Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";

export interface CodeRequest {
  id: string;
  purpose: CodePurpose;
  target: string;
  targetHash: Buffer;
  language: Language;
}

interface RequestCounts {
  ofTarget: number;
  /** null: none within the day. */
  lastOfTargetAt: Date | null;
  ofAddress: number;
}

/** Makes requests about one address or one target wait for each other, so that none slips past a count. */
export async function lockCodeRequests(
  trx: Transaction,
  { address, targetHash }: { address: string; targetHash: Buffer },
): Promise<void> {
  // Always in this order, so that two of them never wait for each other at once.
  for (const key of [`code of ${address}`, `code for ${targetHash.toString("hex")}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

export async function countCodeRequests(
  trx: Transaction,
  options: { purpose: CodePurpose; targetHash: Buffer; address: string; since: Date },
): Promise<RequestCounts> {
  const { purpose, targetHash, address, since } = options;
  const isOfTarget = sql`target_hash = ${targetHash} and purpose = ${purpose}`;
  const { rows } = await sql<RequestCounts>`
    select (count(*) filter (where ${isOfTarget}))::int as "ofTarget",
      max(requested_at) filter (where ${isOfTarget}) as "lastOfTargetAt",
      (count(*) filter (where address = ${address}))::int as "ofAddress"
    from code_requests
    where requested_at > ${since} and (target_hash = ${targetHash} or address = ${address})`.execute(trx);
  return rows[0] as RequestCounts;
}

export async function insertCodeRequest(
  trx: Transaction,
  request: Omit<CodeRequest, "id"> & { address: string; requestedAt: Date },
): Promise<void> {
  await sql`
    insert into code_requests (purpose, target_hash, target, language, address, requested_at)
    values (${request.purpose}, ${request.targetHash}, ${request.target}, ${request.language}, ${request.address},
      ${request.requestedAt})`.execute(trx);
}

/** The oldest request that nobody works on; its row stays this transaction's. */
export async function takeOpenRequest(trx: Transaction, since: Date): Promise<CodeRequest | undefined> {
  const { rows } = await sql<CodeRequest>`
    select id, purpose, target, target_hash as "targetHash", language from code_requests
    where target is not null and requested_at > ${since}
    order by requested_at limit 1 for update skip locked`.execute(trx);
  return rows[0];
}

/** What was typed goes; the count stays. */
export async function closeRequest(executor: Db | Transaction, id: string): Promise<void> {
  await sql`update code_requests set target = null where id = ${id}`.execute(executor);
}

export interface StoredCode {
  purpose: CodePurpose;
  targetHash: Buffer;
  codeHmac: Buffer;
}

/** A new code takes the place of the one before. */
export async function writeCode(trx: Transaction, code: StoredCode & { expiresAt: Date }): Promise<void> {
  await sql`
    insert into verification_codes (purpose, target_hash, code_hmac, expires_at)
    values (${code.purpose}, ${code.targetHash}, ${code.codeHmac}, ${code.expiresAt})
    on conflict (purpose, target_hash) do update
      set code_hmac = excluded.code_hmac, expires_at = excluded.expires_at, tries = 0`.execute(trx);
}

/** Counts a try on the code and answers what it should be; nothing when there is none, or its tries are used up. */
export async function countTry(
  db: Db,
  options: { purpose: CodePurpose; targetHash: Buffer; now: Date; mostTries: number },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ codeHmac: Buffer }>`
    update verification_codes set tries = tries + 1
    where purpose = ${options.purpose} and target_hash = ${options.targetHash} and expires_at > ${options.now}
      and tries < ${options.mostTries}
    returning code_hmac as "codeHmac"`.execute(db);
  return rows[0]?.codeHmac;
}

/** Uses a code up; false when somebody else just did. */
export async function burnCode(trx: Transaction, code: StoredCode): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from verification_codes
    where purpose = ${code.purpose} and target_hash = ${code.targetHash} and code_hmac = ${code.codeHmac}`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

export async function deleteOldCodes(db: Db, { now, since }: { now: Date; since: Date }): Promise<void> {
  await sql`delete from verification_codes where expires_at < ${now}`.execute(db);
  await sql`delete from code_requests where requested_at < ${since}`.execute(db);
}
