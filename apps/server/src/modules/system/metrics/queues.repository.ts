import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

export interface RollUpQueue {
  readonly windows: number;
  /** How long the oldest window has waited, s; 0 without one. */
  readonly lagS: number;
}

export async function readRollUpQueue(db: Db): Promise<RollUpQueue> {
  const { rows } = await sql<RollUpQueue>`
    select count(*)::int as windows,
      coalesce(extract(epoch from clock_timestamp() - min(marked_at)), 0)::float8 as "lagS"
    from rollup_marks`.execute(db);
  return rows[0] as RollUpQueue;
}

interface Count {
  readonly name: string;
  readonly total: number;
}

export async function countPendingReports(db: Db): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select reason as name, count(*)::int as total from pending_reports group by reason order by reason`.execute(
    db,
  );
  return rows;
}

export async function countJobs(db: Db): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select state as name, count(*)::int as total from jobs where state in ('queued', 'running')
    group by state order by state`.execute(db);
  return rows;
}

/** Gateways by whether they are connected to any link process. */
export async function countGateways(db: Db): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select case when is_online then 'online' else 'offline' end as name, count(*)::int as total from gateways
    group by 1 order by 1`.execute(db);
  return rows;
}
