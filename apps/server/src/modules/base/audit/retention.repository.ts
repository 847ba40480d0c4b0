import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { ChainEnd, Closing } from "./chain.repository.ts";

/** The last sealed row before the first one to keep; undefined if none is older. */
export async function findLastBefore(trx: Transaction, keepFrom: Date): Promise<ChainEnd | undefined> {
  const { rows } = await sql<ChainEnd>`
    select number, hash from audit
    where number < coalesce((select min(number) from audit where at >= ${keepFrom}), 9223372036854775807)
    order by number desc limit 1`.execute(trx);
  return rows[0];
}

export async function insertClosing(trx: Transaction, closing: Closing): Promise<void> {
  await sql`
    insert into audit_closings (last_number, hash, month, closed_at, signature)
    values (${closing.number}, ${closing.hash}, ${closing.month}, ${closing.closedAt}, ${closing.signature})`.execute(
    trx,
  );
}

/** Deletes at most `limit` rows up to a closing and returns their number. The database refuses to delete other rows. */
export async function deleteClosed(db: Db, upTo: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from audit where number in (
      select number from audit where number <= ${upTo} order by number limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
