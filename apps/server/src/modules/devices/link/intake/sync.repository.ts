import { LIMITS } from "@heliograph/protocol";
import { sql } from "kysely";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { LOST_HASH } from "../connection/gateway-contexts.ts";

/** How many numbers a gateway has declared lost since then. */
export async function countLost(clickhouse: ClickHouse, gatewayKey: number, since: number): Promise<number> {
  const [row] = await clickhouse.query<{ total: string }>(
    `select count() as total from reports where gateway = {gateway:UInt32}
       and body_hash = {lost:UInt64} and received_at > {since:DateTime64(3)}`,
    { gateway: gatewayKey, lost: LOST_HASH, since },
  );
  return Number(row?.total ?? 0);
}

/** Those of the numbers that are stored, or known as lost. */
export async function listKnownSeqs(
  clickhouse: ClickHouse,
  gatewayKey: number,
  seqs: readonly number[],
): Promise<number[]> {
  const rows = await clickhouse.query<{ seq: string }>(
    "select distinct seq from reports where gateway = {gateway:UInt32} and seq in {seqs:Array(UInt64)}",
    { gateway: gatewayKey, seqs },
  );
  return rows.map(({ seq }) => Number(seq));
}

/** Stores lost numbers as reports without rows. */
export async function insertLost(
  clickhouse: ClickHouse,
  gatewayKey: number,
  { seqs, at }: { seqs: readonly number[]; at: number },
): Promise<void> {
  await clickhouse.insertRows(
    "reports",
    seqs.map((seq) => ({
      gateway: gatewayKey,
      seq,
      sent_at: at,
      received_at: at,
      is_history: 1,
      body_hash: BigInt(LOST_HASH),
      row_count: 0,
    })),
  );
}

/** The newest gaps between the numbers stored since then, and the highest number; undefined when nothing is stored. */
export async function findGaps(
  clickhouse: ClickHouse,
  gatewayKey: number,
  since: number,
): Promise<{ gaps: { fromSeq: number; toSeq: number }[]; highest: number } | undefined> {
  const rows = await clickhouse.query<{ fromSeq: string; toSeq: string; highest: string }>(
    `select seq - step + 1 as fromSeq, seq - 1 as toSeq, highest from (
       select seq, seq - lagInFrame(seq, 1, seq) over (order by seq rows between 1 preceding and current row) as step,
         max(seq) over () as highest
       from (
         select distinct seq from reports
         where gateway = {gateway:UInt32} and received_at >= {since:DateTime64(3)}
       )
     ) where step > 1 or seq = highest order by seq desc limit {limit:UInt32}`,
    { gateway: gatewayKey, since, limit: LIMITS.wantedRanges },
  );
  if (rows.length === 0) return undefined;
  const gaps = rows
    .map((row) => ({ fromSeq: Number(row.fromSeq), toSeq: Number(row.toSeq) }))
    .filter(({ fromSeq, toSeq }) => fromSeq <= toSeq);
  return { gaps, highest: Number(rows[0]?.highest) };
}

/** The number up to which nothing is missing; it only rises. */
export async function saveStoredSeq(db: Db, gatewayId: string, seq: number): Promise<void> {
  await sql`update gateways set stored_seq = ${seq} where device_id = ${gatewayId} and stored_seq < ${seq}`.execute(
    db,
  );
}
