import { sql } from "kysely";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";

export interface Failures {
  readonly total: number;
  /** null: none within the window. */
  readonly lastAt: Date | null;
}

interface Pair {
  readonly address: string;
  readonly targetHash: Buffer;
}

/** Serializes tries from an address until the transaction ends. */
export async function lockFailures(trx: Transaction, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${address}`}, 0))`.execute(trx);
}

/** Failures from an address with one target, and with all. */
export async function countFailures(
  trx: Transaction,
  { address, targetHash, since }: Pair & { since: Date },
): Promise<{ pair: Failures; address: Failures }> {
  const { rows } = await sql<Failures & { pairTotal: number; pairLastAt: Date | null }>`
    select count(*)::int as total, max(failed_at) as "lastAt",
      (count(*) filter (where target_hash = ${targetHash}))::int as "pairTotal",
      max(failed_at) filter (where target_hash = ${targetHash}) as "pairLastAt"
    from sign_in_failures where address = ${address} and failed_at > ${since}`.execute(trx);
  const { total, lastAt, pairTotal, pairLastAt } = rows[0] as (typeof rows)[number];
  return { pair: { total: pairTotal, lastAt: pairLastAt }, address: { total, lastAt } };
}

export async function insertFailure(
  trx: Transaction,
  { address, targetHash, at }: Pair & { at: Date },
): Promise<void> {
  await sql`
    insert into sign_in_failures (target_hash, address, failed_at) values (${targetHash}, ${address}, ${at})`.execute(
    trx,
  );
}

export async function deleteFailuresOf(db: Db, { address, targetHash }: Pair): Promise<void> {
  await sql`
    delete from sign_in_failures where target_hash = ${targetHash} and address = ${address}`.execute(db);
}

export async function deleteFailuresBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from sign_in_failures where failed_at < ${before}`.execute(db);
}
