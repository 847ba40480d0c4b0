import { sql } from "kysely";
import type { Db } from "../../infra/postgres/database.ts";

export type HoldReason = "unknown-rev" | "unbound" | "before-link";
export type ReportKind = "data" | "history" | "event";

export interface HeldReport {
  id: number;
  receivedAt: Date;
  kind: ReportKind;
  body: Buffer;
}

/** A report a minute for 7 days, and a little more. */
const MOST_HELD = 12_000;
/** Bodies of a gateway, bytes. */
const MOST_HELD_BYTES = 64 * 1024 * 1024;
const KEPT_MS = 7 * 24 * 3600 * 1000;

/** Keeps a report that cannot be placed yet; answers false when the gateway's room is full. */
export async function holdReport(
  db: Db,
  report: {
    gatewayId: string;
    receivedAtMs: number;
    kind: ReportKind;
    reason: HoldReason;
    rev: number;
    body: Uint8Array;
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into reports_held (gateway_id, received_at, topic, reason, rev, body)
    select ${report.gatewayId}, ${new Date(report.receivedAtMs)}, ${`up/${report.kind}`}, ${report.reason},
      ${report.rev}, ${Buffer.from(report.body)}
    where (
      select count(*) < ${MOST_HELD} and coalesce(sum(length(body)), 0) + ${report.body.byteLength} < ${MOST_HELD_BYTES}
      from reports_held where gateway_id = ${report.gatewayId}
    )
    returning id`.execute(db);
  return rows.length > 0;
}

/** Held reports of a gateway above an id, oldest first. */
export async function listHeld(db: Db, gatewayId: string, afterId: number): Promise<HeldReport[]> {
  const { rows } = await sql<{ id: number; receivedAt: Date; topic: string; body: Buffer }>`
    select id, received_at as "receivedAt", topic, body from reports_held
    where gateway_id = ${gatewayId} and id > ${afterId} order by id limit 200`.execute(db);
  return rows.map(({ topic, ...row }) => ({ ...row, kind: topic.slice("up/".length) as ReportKind }));
}

export async function deleteHeld(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from reports_held where id = any(${ids}::bigint[])`.execute(db);
}

export async function deleteHeldTooLong(db: Db, now: number): Promise<void> {
  await sql`delete from reports_held where received_at < ${new Date(now - KEPT_MS)}`.execute(db);
}

/** Runs an action for a gateway in at most one process at a time; answers false when another has it. */
export async function withTakeInLock(
  db: Db,
  gatewayId: string,
  action: () => Promise<void>,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`take-in/${gatewayId}`}, 0)) as "isOurs"`.execute(
      trx,
    );
    if (!rows[0]?.isOurs) return false;
    await action();
    return true;
  });
}
