import type { CodePurpose, Language } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

export interface CodeRequest {
  id: string;
  purpose: CodePurpose;
  target: string;
  targetHash: Buffer;
  language: Language;
  /** For `bind`: the account that gets the contact. */
  accountId: string | null;
  /** Where it was requested from (findSource). */
  address: string;
}

interface RequestCounts {
  /** Of one target from one address; to bind it, by one account. */
  ofPair: number;
  /** null: none within the day. */
  lastOfPairAt: Date | null;
  /** Of one target from addresses that its account was not used from; to bind it, by accounts that do not have it. */
  ofStrangers: number;
  /** Of one target, all others. */
  ofFamiliar: number;
  ofAddress: number;
}

/** Serializes requests about one address or one target, so that concurrent ones cannot exceed a limit. */
export async function lockCodeRequests(
  trx: Transaction,
  { address, targetHash }: { address: string; targetHash: Buffer },
): Promise<void> {
  // Always in this order, so that two requests cannot deadlock.
  for (const key of [`code of ${address}`, `code for ${targetHash.toString("hex")}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

export async function countCodeRequests(
  trx: Transaction,
  options: Pick<CodeRequest, "purpose" | "targetHash" | "accountId" | "address"> & { since: Date },
): Promise<RequestCounts> {
  const { purpose, targetHash, accountId, address, since } = options;
  const isOfTarget = sql`target_hash = ${targetHash} and purpose = ${purpose}`;
  const isOfPair = sql`${isOfTarget} and ${accountId === null ? sql`address = ${address}` : sql`account_id = ${accountId}`}`;
  const { rows } = await sql<RequestCounts>`
    select (count(*) filter (where ${isOfPair}))::int as "ofPair",
      max(requested_at) filter (where ${isOfPair}) as "lastOfPairAt",
      (count(*) filter (where ${isOfTarget} and not is_familiar))::int as "ofStrangers",
      (count(*) filter (where ${isOfTarget} and is_familiar))::int as "ofFamiliar",
      (count(*) filter (where address = ${address}))::int as "ofAddress"
    from code_requests
    where requested_at > ${since} and (target_hash = ${targetHash} or address = ${address})`.execute(trx);
  return rows[0] as RequestCounts;
}

export async function insertCodeRequest(
  trx: Transaction,
  request: Omit<CodeRequest, "id"> & { isFamiliar: boolean; requestedAt: Date },
): Promise<void> {
  await sql`
    insert into code_requests (purpose, target_hash, target, language, account_id, address, is_familiar, requested_at)
    values (${request.purpose}, ${request.targetHash}, ${request.target}, ${request.language}, ${request.accountId},
      ${request.address}, ${request.isFamiliar}, ${request.requestedAt})`.execute(trx);
}

/** The oldest request that no other process has locked; its row is locked until the transaction ends. */
export async function lockOpenRequest(trx: Transaction, since: Date): Promise<CodeRequest | undefined> {
  const { rows } = await sql<CodeRequest>`
    select id, purpose, target, target_hash as "targetHash", language, account_id as "accountId", address
    from code_requests
    where target is not null and requested_at > ${since}
    order by requested_at limit 1 for update skip locked`.execute(trx);
  return rows[0];
}

/** Deletes the target; the row stays for the limits. */
export async function closeRequest(executor: Db | Transaction, id: string): Promise<void> {
  await sql`update code_requests set target = null where id = ${id}`.execute(executor);
}

export interface StoredCode {
  purpose: CodePurpose;
  targetHash: Buffer;
  codeHmac: Buffer;
}

/** Of the codes requested from one source the newest two are valid; codes of other sources stay. */
export async function insertCode(
  trx: Transaction,
  code: StoredCode & { source: string; madeAt: Date; expiresAt: Date },
): Promise<void> {
  const { purpose, targetHash, codeHmac, source, madeAt, expiresAt } = code;
  await sql`
    delete from verification_codes where id in (
      select id from verification_codes
      where purpose = ${purpose} and target_hash = ${targetHash} and source = ${source}
      order by made_at desc offset 1
    )`.execute(trx);
  await sql`
    insert into verification_codes (purpose, target_hash, code_hmac, source, made_at, expires_at)
    values (${purpose}, ${targetHash}, ${codeHmac}, ${source}, ${madeAt}, ${expiresAt})`.execute(trx);
}

/**
 * Counts a try from one source on every code of a target that still allows one from there, and returns the HMACs of those
 * codes. The source that requested a code has `ofSource` tries; all others have as many each and `ofOthers` together.
 */
export async function countTry(
  db: Db,
  options: Omit<StoredCode, "codeHmac"> & {
    source: string;
    now: Date;
    max: { ofSource: number; ofOthers: number };
  },
): Promise<Buffer[]> {
  const { purpose, targetHash, source, now, max } = options;
  return await db.transaction().execute(async (trx) => {
    // One try at a time, so that the next one sees this one counted.
    const locked = await sql<{ id: string }>`
      select id from verification_codes
      where purpose = ${purpose} and target_hash = ${targetHash} and expires_at > ${now}
      order by id for update`.execute(trx);
    const { rows } = await sql<{ codeHmac: Buffer }>`
      with counted as (
        insert into code_tries (code_id, source, tries)
        select c.id, ${source}, 1 from verification_codes c
        where c.id = any(${locked.rows.map(({ id }) => id)}::uuid[]) and (c.source = ${source} or ${max.ofOthers} > (
          select coalesce(sum(t.tries), 0) from code_tries t where t.code_id = c.id and t.source <> c.source
        ))
        on conflict (code_id, source) do update set tries = code_tries.tries + 1
          where code_tries.tries < ${max.ofSource}
        returning code_id
      )
      select c.code_hmac as "codeHmac" from verification_codes c join counted on counted.code_id = c.id`.execute(
      trx,
    );
    return rows.map(({ codeHmac }) => codeHmac);
  });
}

/** Deletes a used code and all others of its purpose and target; false when another request already has. */
export async function deleteUsedCode(
  trx: Transaction,
  { purpose, targetHash, codeHmac }: StoredCode,
): Promise<boolean> {
  const isOfTarget = sql`purpose = ${purpose} and target_hash = ${targetHash}`;
  const { numAffectedRows } = await sql`
    delete from verification_codes
    where ${isOfTarget} and exists (
      select from verification_codes where ${isOfTarget} and code_hmac = ${codeHmac}
    )`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function deleteOldCodes(db: Db, { now, since }: { now: Date; since: Date }): Promise<void> {
  await sql`delete from verification_codes where expires_at < ${now}`.execute(db);
  await sql`delete from code_requests where requested_at < ${since}`.execute(db);
}
