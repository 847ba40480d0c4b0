import { sql } from "kysely";
import type { Db, Transaction } from "./database.ts";

/**
 * Acquires or renews the lease of the background jobs; returns the term, or undefined while another process has it. The term
 * increases whenever the lease goes to another process.
 */
export async function acquireLease(
  db: Db,
  { processId, leaseMs, isForced }: { processId: string; leaseMs: number; isForced: boolean },
): Promise<number | undefined> {
  const expiresAt = sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1000})`;
  const { rows } = await sql<{ term: number }>`
    insert into job_leader as l (term, process_id, expires_at) values (1, ${processId}, ${expiresAt})
    on conflict (id) do update set
      term = case when l.process_id = excluded.process_id then l.term else l.term + 1 end,
      process_id = excluded.process_id, expires_at = excluded.expires_at
    where l.process_id = excluded.process_id or l.expires_at < clock_timestamp() or ${isForced}
    returning term`.execute(db);
  return rows[0]?.term;
}

/** Lets another process lead immediately. */
export async function releaseLease(db: Db, processId: string): Promise<void> {
  await sql`update job_leader set expires_at = '-infinity' where process_id = ${processId}`.execute(db);
}

/** Whether the term still holds; it holds until the transaction ends then. */
export async function hasTerm(trx: Transaction, term: number): Promise<boolean> {
  const { rows } = await sql`select term from job_leader where term = ${term} for share`.execute(trx);
  return rows.length > 0;
}
