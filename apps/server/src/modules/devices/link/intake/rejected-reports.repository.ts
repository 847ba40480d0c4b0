import type { RejectReason } from "@heliograph/protocol";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";

/** A rejected report, or rejected rows of one. */
export interface RejectedReport {
  gatewayId: string;
  receivedAtMs: number;
  topic: string;
  seq: number | undefined;
  reason: RejectReason;
  detail: string;
  /** Rows concerned; 0 when it is the whole report. */
  unitCount: number;
  body: Uint8Array;
}

const MAX_BODIES = 1000;
/** Evidence for users, not a store: a hostile gateway fills 16 MiB at most. */
const MAX_BODY_BYTES = 16 * 1024;

/** The beginning of a long body, which ends with a whole character where it is text. */
export function cutBody(body: Uint8Array): Uint8Array {
  let end = Math.min(body.length, MAX_BODY_BYTES);
  const isContinued = () => ((body[end] ?? 0) & 0xc0) === 0x80;
  for (let bytes = 0; bytes < 3 && isContinued(); bytes += 1) end -= 1;
  return body.subarray(0, end);
}

export async function insertRejected(trx: Transaction, entries: readonly RejectedReport[]): Promise<void> {
  const rows = entries.map((entry, position) => ({
    position,
    gateway_id: entry.gatewayId,
    received_at: new Date(entry.receivedAtMs).toISOString(),
    topic: entry.topic,
    seq: entry.seq ?? null,
    reason: entry.reason,
    // PostgreSQL accepts neither U+0000 nor half a character, and a device may send both.
    detail: entry.detail.replaceAll("\u0000", "\uFFFD").slice(0, 200).toWellFormed(),
    unit_count: entry.unitCount,
    body: Buffer.from(cutBody(entry.body)).toString("hex"),
  }));
  await sql`
    insert into rejected_reports (gateway_id, received_at, topic, seq, reason, detail, unit_count, body)
    select gateway_id, received_at, topic, seq, reason, detail, unit_count, decode(body, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (position integer, gateway_id uuid,
      received_at timestamptz, topic text, seq bigint, reason text, detail text, unit_count integer, body text)
    -- A gateway that was deleted meanwhile must not make the entries of others fail.
    where exists (select from devices d where d.id = r.gateway_id)
    order by r.position`.execute(trx);
  await sql`
    insert into rejected_report_counts as c (gateway_id, reason, total, last_at)
    select gateway_id, reason, count(*), max(received_at)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (gateway_id uuid, reason text, received_at timestamptz)
    where exists (select from devices d where d.id = r.gateway_id)
    group by gateway_id, reason order by gateway_id, reason
    on conflict (gateway_id, reason) do update set
      total = c.total + excluded.total, last_at = greatest(c.last_at, excluded.last_at)`.execute(trx);
}

/** Deletes all but the last bodies of a gateway. */
export async function deleteOldBodies(db: Db, gatewayId: string): Promise<void> {
  await sql`
    delete from rejected_reports where gateway_id = ${gatewayId} and id <= (
      select id from rejected_reports where gateway_id = ${gatewayId}
      order by id desc offset ${MAX_BODIES} limit 1
    )`.execute(db);
}
