import type { HealthParts, ProcessRole, ProcessState } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

/** A process that has not reported for three times its interval is silent. */
const SILENT_S = 15;

export interface ProcessReport {
  readonly id: string;
  readonly host: string;
  readonly roles: readonly ProcessRole[];
  readonly startedAt: Date;
  readonly isReady: boolean;
  readonly isStopping: boolean;
  readonly parts: HealthParts;
  readonly gateways: number;
  readonly streams: number;
}

/** Writes the state of a process, and deletes those that ended without a stop more than a day ago. */
export async function saveProcess(db: Db, report: ProcessReport): Promise<void> {
  const { id, host, roles, startedAt, isReady, isStopping, parts, gateways, streams } = report;
  await sql`
    with ended as (delete from server_processes where seen_at < clock_timestamp() - interval '1 day')
    insert into server_processes
      (id, host, roles, started_at, seen_at, is_ready, is_stopping, parts, gateways, streams)
    values (${id}, ${host}, ${[...roles]}, ${startedAt}, clock_timestamp(), ${isReady}, ${isStopping},
      ${JSON.stringify(parts)}, ${gateways}, ${streams})
    on conflict (id) do update set seen_at = excluded.seen_at, is_ready = excluded.is_ready,
      is_stopping = excluded.is_stopping, parts = excluded.parts, gateways = excluded.gateways,
      streams = excluded.streams`.execute(db);
}

export async function deleteProcess(db: Db, id: string): Promise<void> {
  await sql`delete from server_processes where id = ${id}`.execute(db);
}

export interface ProcessRow {
  readonly processId: string;
  readonly host: string;
  readonly roles: ProcessRole[];
  readonly state: ProcessState;
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly isLeader: boolean;
  readonly parts: HealthParts;
  readonly gateways: number;
  readonly streams: number;
}

/** Processes by role and start. */
export async function listProcesses(db: Db): Promise<ProcessRow[]> {
  const { rows } = await sql<ProcessRow>`
    select p.id as "processId", p.host, p.roles, p.started_at as "startedAt", p.seen_at as "seenAt", p.parts, p.gateways,
      p.streams,
      case when p.seen_at < clock_timestamp() - make_interval(secs => ${SILENT_S}) then 'silent'
        when p.is_stopping then 'stopping' when p.is_ready then 'ready' else 'notReady' end as state,
      exists (select from job_leader l where l.process_id = p.id and l.expires_at > clock_timestamp()) as "isLeader"
    from server_processes p order by p.roles, p.started_at, p.id`.execute(db);
  return rows;
}

/** Rejected reports of all gateways. */
export async function countRejectedReports(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(total), 0)::float8 as total from rejected_report_counts`.execute(db);
  return rows[0]?.total ?? 0;
}
