import { sql } from "kysely";
import type { Db } from "../../../../infra/postgres/database.ts";

export interface AcquiredSession {
  readonly epoch: number;
  /** Whether another process had the gateway's session, and it has not ended since. */
  readonly isTakenOver: boolean;
  /** Number of the last command that was sent to it. */
  readonly commandSeq: number;
}

/**
 * Makes a process the owner of the gateway's session, whose clock is unknown until its first report. Throws for a gateway without a
 * row, which has no secret either.
 */
export async function acquireSession(db: Db, gatewayId: string, processId: string): Promise<AcquiredSession> {
  const { rows } = await sql<AcquiredSession>`
    update gateways g set session_epoch = g.session_epoch + 1, session_process = ${processId},
      session_started_at = clock_timestamp(), clock_offset_ms = null, clock_offset_at = null
    from (select session_process, is_online from gateways where device_id = ${gatewayId} for update) before
    where g.device_id = ${gatewayId}
    returning g.session_epoch as epoch, g.command_seq::float8 as "commandSeq",
      before.is_online and before.session_process is distinct from ${processId}::uuid as "isTakenOver"`.execute(
    db,
  );
  const [acquired] = rows;
  if (!acquired) throw new Error("a gateway without a secret signed in");
  return acquired;
}

/** Sessions that began at other processes in the last seconds, by the clock of the database. */
export async function listSessionsElsewhere(
  db: Db,
  processId: string,
  withinMs: number,
): Promise<{ sn: string; epoch: number }[]> {
  const { rows } = await sql<{ sn: string; epoch: number }>`
    select d.sn, g.session_epoch as epoch from gateways g join devices d on d.id = g.device_id
    where g.session_started_at > clock_timestamp() - make_interval(secs => ${withinMs / 1000})
      and g.session_process <> ${processId}`.execute(db);
  return rows;
}
