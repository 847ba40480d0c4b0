import type { State, Sync } from "@heliograph/protocol";
import { LIMITS } from "@heliograph/protocol";
import { sql } from "kysely";
import type { ClickHouse } from "../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Db } from "../../infra/postgres/database.ts";
import { LOST_HASH } from "./gateway-contexts.ts";

/** Gateways keep at least 7 days; older gaps are lost anyway. */
const LOOK_BACK_MS = 7 * 24 * 3600 * 1000;
/** Messages a second on history, beside live data. */
const HISTORY_RATE = 5;
/** Numbers one state message may declare lost. */
const MOST_LOST = 10_000;

/** Ranges between stored numbers, newest first, and the number up to which nothing is missing. */
export function toSync(gaps: readonly { fromSeq: number; toSeq: number }[], highest: number): Sync {
  const want = gaps.map(({ fromSeq, toSeq }): [number, number] => [fromSeq, toSeq]);
  const oldest = want.at(-1);
  const stored = oldest ? oldest[0] - 1 : highest;
  return { stored, ...(want.length > 0 && { want }), rate: HISTORY_RATE };
}

/** Tells gateways what is stored and what is missing, and notes what they have lost. */
export function createSync({ db, clickhouse, clock }: { db: Db; clickhouse: ClickHouse; clock: Clock }) {
  return {
    /** Undefined for a gateway nothing is stored of. */
    async find(gatewayId: string, gatewayKey: number): Promise<Sync | undefined> {
      const rows = await clickhouse.query<{ fromSeq: string; toSeq: string; highest: string }>(
        `select seq - step + 1 as fromSeq, seq - 1 as toSeq, highest from (
           select seq, seq - lagInFrame(seq, 1, seq) over (order by seq rows between 1 preceding and current row) as step,
             max(seq) over () as highest
           from (
             select distinct seq from reports
             where gateway = {gateway:UInt32} and received_at >= {since:DateTime64(3)}
           )
         ) where step > 1 or seq = highest order by seq desc limit {most:UInt32}`,
        { gateway: gatewayKey, since: clock.now() - LOOK_BACK_MS, most: LIMITS.wantedRanges },
      );
      if (rows.length === 0) return undefined;
      const highest = Number(rows[0]?.highest);
      const gaps = rows
        .map((row) => ({ fromSeq: Number(row.fromSeq), toSeq: Number(row.toSeq) }))
        .filter(({ fromSeq, toSeq }) => fromSeq <= toSeq);
      const sync = toSync(gaps, highest);
      await sql`
        update gateways set stored_seq = ${sync.stored ?? 0}
        where device_id = ${gatewayId} and stored_seq < ${sync.stored ?? 0}`.execute(db);
      return sync;
    },
    /** A lost number stands as a report without rows: it is not wanted again, and stays a hole in the curve. */
    async noteLost(gatewayKey: number, lost: NonNullable<State["lost"]>): Promise<void> {
      let left = MOST_LOST;
      const seqs: number[] = [];
      for (const [from, to] of lost) {
        for (let seq = from; seq <= to && left > 0; seq++, left--) seqs.push(seq);
      }
      const now = clock.now();
      const known = await clickhouse.query<{ seq: string }>(
        "select distinct seq from reports where gateway = {gateway:UInt32} and seq in {seqs:Array(UInt64)}",
        { gateway: gatewayKey, seqs },
      );
      const stored = new Set(known.map(({ seq }) => Number(seq)));
      const missing = seqs.filter((seq) => !stored.has(seq));
      await clickhouse.insertRows(
        "reports",
        missing.map((seq) => ({
          gateway: gatewayKey,
          seq,
          sent_at: now,
          received_at: now,
          is_history: 1,
          body_hash: BigInt(LOST_HASH),
          row_count: 0,
        })),
      );
    },
  };
}

export type SyncRules = ReturnType<typeof createSync>;
