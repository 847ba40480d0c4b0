import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { ChainedRow } from "./audit-chain.service.ts";

/**
 * Every column of `audit` except number and hash, as text that does not depend on database settings: the epoch of an
 * instant is exact to the microsecond. Add new columns at the end.
 */
const chainedColumns = sql`array[
  id::text, extract(epoch from at)::text, kind, type, actor_id::text, company_id::text, plant_id::text,
  object_type, object_id, original::text, new::text, method, address]`;

// An arbitrary number that no other lock of this database uses: "chain" as ASCII.
const CHAIN_LOCK = "427020642670";

/** End of the chain: the last row, sealed or deleted by retention. */
export interface ChainEnd {
  readonly number: number;
  readonly hash: Buffer;
}

export interface SealedRow extends ChainedRow {
  /** Null only after tampering. */
  readonly hash: Buffer | null;
}

/** Locks the chain until the transaction ends; false while another job holds the lock. */
export async function tryLockChain(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${CHAIN_LOCK}) as "isLocked"`.execute(trx);
  return rows[0]?.isLocked === true;
}

export async function findLastSealed(db: Db): Promise<ChainEnd | undefined> {
  const { rows } = await sql<ChainEnd>`
    select number, hash from audit where number is not null order by number desc limit 1`.execute(db);
  return rows[0];
}

export async function findSealedHash(db: Db, number: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ hash: Buffer }>`select hash from audit where number = ${number}`.execute(db);
  return rows[0]?.hash;
}

/** Committed rows without a number, the oldest first; a row that commits late is sealed later. */
export async function listUnsealed(trx: Transaction, limit: number): Promise<Omit<ChainedRow, "number">[]> {
  const { rows } = await sql<Omit<ChainedRow, "number">>`
    select id, ${chainedColumns} as values from audit where number is null order by at, id limit ${limit}`.execute(
    trx,
  );
  return rows;
}

export async function sealRows(
  trx: Transaction,
  rows: readonly { id: string; number: number; hash: Buffer }[],
): Promise<void> {
  await sql`
    update audit set number = sealed.number, hash = decode(sealed.hash, 'hex')
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ number }) => number)}::bigint[],
      ${rows.map(({ hash }) => hash.toString("hex"))}::text[]) as sealed (id, number, hash)
    where audit.id = sealed.id`.execute(trx);
}

/** Sealed rows after a number, in order. */
export async function listSealed(db: Db, after: number, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select number, id, ${chainedColumns} as values, hash
    from audit where number > ${after} order by number limit ${limit}`.execute(db);
  return rows;
}

/** A closing of retention: the last deleted row. */
export interface Closing extends ChainEnd {
  readonly month: string;
  readonly closedAt: Date;
  readonly signature: Buffer;
}

export async function findLastClosing(db: Db): Promise<Closing | undefined> {
  const { rows } = await sql<Closing>`
    select last_number as number, hash, month, closed_at as "closedAt", signature
    from audit_closings order by last_number desc limit 1`.execute(db);
  return rows[0];
}
