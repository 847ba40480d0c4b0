import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

/**
 * Deletes at most `limit` alarms that were resolved before an instant and did not occur since, with their histories, and
 * returns their number. Unresolved alarms are kept however old they are.
 */
export async function deleteResolvedAlarms(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from alarms where id in (
      select id from alarms where status = 'resolved' and resolved_at < ${before} and last_at < ${before}
      order by resolved_at limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
