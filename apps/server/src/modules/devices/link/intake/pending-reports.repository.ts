import { sql } from "kysely";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";

export type PendingReason = "unknown-rev" | "unbound" | "before-link" | "after-removal";
export type ReportKind = "data" | "history" | "event";

export interface PendingReport {
  id: number;
  receivedAt: Date;
  kind: ReportKind;
  body: Buffer;
}

/** A pending report whose time is over. */
export interface ExpiredReport {
  gatewayId: string;
  sn: string;
  receivedAt: Date;
  kind: ReportKind;
  reason: PendingReason;
  body: Buffer;
}

/** A report a minute for 7 days, and a little more. */
const MAX_PENDING = 12_000;
/** Bodies of a gateway, bytes. */
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
const MAX_PENDING_MS = 7 * 24 * 3600 * 1000;

const toKind = (topic: string): ReportKind => topic.slice("up/".length) as ReportKind;

/** Keeps a report that cannot be placed yet; returns false when the gateway's limit is ready. */
export async function insertPending(
  db: Db,
  report: {
    gatewayId: string;
    receivedAtMs: number;
    kind: ReportKind;
    reason: PendingReason;
    rev: number;
    body: Uint8Array;
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into pending_reports (gateway_id, received_at, topic, reason, rev, body)
    select ${report.gatewayId}, ${new Date(report.receivedAtMs)}, ${`up/${report.kind}`}, ${report.reason},
      ${report.rev}, ${Buffer.from(report.body)}
    where (
      select count(*) < ${MAX_PENDING} and coalesce(sum(length(body)), 0) + ${report.body.byteLength} < ${MAX_PENDING_BYTES}
      from pending_reports where gateway_id = ${report.gatewayId}
    )
    returning id`.execute(db);
  return rows.length > 0;
}

/** Pending reports of a gateway above an id, oldest first. */
export async function listPending(db: Db, gatewayId: string, afterId: number): Promise<PendingReport[]> {
  const { rows } = await sql<{ id: number; receivedAt: Date; topic: string; body: Buffer }>`
    select id, received_at as "receivedAt", topic, body from pending_reports
    where gateway_id = ${gatewayId} and id > ${afterId} order by id limit 200`.execute(db);
  return rows.map(({ topic, ...row }) => ({ ...row, kind: toKind(topic) }));
}

export async function deletePending(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from pending_reports where id = any(${ids}::bigint[])`.execute(db);
}

/** Deletes pending reports whose time is over and returns them, oldest first; two processes never get the same ones. */
export async function deleteExpiredPending(
  trx: Transaction,
  { now, limit }: { now: number; limit: number },
): Promise<ExpiredReport[]> {
  const { rows } = await sql<Omit<ExpiredReport, "kind"> & { topic: string }>`
    with expired as (
      delete from pending_reports where id in (
        select id from pending_reports where received_at < ${new Date(now - MAX_PENDING_MS)}
        order by id limit ${limit} for update skip locked
      ) returning *
    )
    select e.gateway_id as "gatewayId", d.sn, e.received_at as "receivedAt", e.topic, e.reason, e.body
    from expired e join devices d on d.id = e.gateway_id order by e.id`.execute(trx);
  return rows.map(({ topic, ...row }) => ({ ...row, kind: toKind(topic) }));
}

/** Runs an action for a gateway in at most one process at a time; returns false when another runs it. */
export async function withPendingLock(
  db: Db,
  gatewayId: string,
  action: () => Promise<void>,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`pending-reports/${gatewayId}`}, 0)) as "isOurs"`.execute(
      trx,
    );
    if (!rows[0]?.isOurs) return false;
    await action();
    return true;
  });
}

export async function findGatewaySn(db: Db, gatewayId: string): Promise<string | undefined> {
  const { rows } = await sql<{ sn: string }>`
    select sn from devices where id = ${gatewayId} and type = 'DCON'`.execute(db);
  return rows[0]?.sn;
}

/** Those of the gateways that have pending reports. */
export async function listWithPending(
  db: Db,
  serialNumbers: readonly string[],
): Promise<{ id: string; sn: string; isItself: boolean }[]> {
  const { rows } = await sql<{ id: string; sn: string; isItself: boolean }>`
    select d.id, d.sn, true as "isItself" from devices d
    where d.sn = any(${serialNumbers}::text[]) and d.type = 'DCON'
      and exists (select from pending_reports r where r.gateway_id = d.id)`.execute(db);
  return rows;
}

/** The device if it is a gateway, else the gateways whose births name it. */
export async function listGatewaysOf(
  db: Db,
  sn: string,
): Promise<{ id: string; sn: string; isItself: boolean }[]> {
  const { rows } = await sql<{ id: string; sn: string; isItself: boolean }>`
    select id, sn, true as "isItself" from devices where sn = ${sn} and type = 'DCON'
    union
    select d.id, d.sn, false from births b join devices d on d.id = b.gateway_id
    where b.body -> 'units' @> jsonb_build_array(jsonb_build_array(${sn}::text))`.execute(db);
  return rows;
}
