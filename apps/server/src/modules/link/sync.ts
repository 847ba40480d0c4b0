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
/** Numbers a gateway may declare lost within an hour. */
const MOST_LOST = 10_000;
const LOST_WINDOW_MS = 3_600_000;

type Ranges = NonNullable<State["lost"]>;

/** Ranges between stored numbers, newest first, and the number up to which nothing is missing. */
export function toSync(gaps: readonly { fromSeq: number; toSeq: number }[], highest: number): Sync {
  const want = gaps.map(({ fromSeq, toSeq }): [number, number] => [fromSeq, toSeq]);
  const oldest = want.at(-1);
  const stored = oldest ? oldest[0] - 1 : highest;
  return { stored, ...(want.length > 0 && { want }), rate: HISTORY_RATE };
}

/** Tells gateways what is stored and what is missing, and notes what they have lost. */
export function createSync({ db, clickhouse, clock }: { db: Db; clickhouse: ClickHouse; clock: Clock }) {
  const noting = new Map<number, Promise<void>>();

  /** How many more numbers this gateway may declare lost now. */
  async function findRoom(gatewayKey: number): Promise<number> {
    const [row] = await clickhouse.query<{ total: string }>(
      `select count() as total from reports where gateway = {gateway:UInt32}
         and body_hash = {lost:UInt64} and received_at > {since:DateTime64(3)}`,
      { gateway: gatewayKey, lost: LOST_HASH, since: clock.now() - LOST_WINDOW_MS },
    );
    return Math.max(0, MOST_LOST - Number(row?.total ?? 0));
  }

  async function writeLost(gatewayKey: number, lost: Ranges, highestSeq: number): Promise<void> {
    const room = await findRoom(gatewayKey);
    const named = new Set<number>();
    for (const [from, to] of lost) {
      for (let seq = from; seq <= to && seq < highestSeq && named.size < room; seq++) named.add(seq);
    }
    if (named.size === 0) return;
    const known = await clickhouse.query<{ seq: string }>(
      "select distinct seq from reports where gateway = {gateway:UInt32} and seq in {seqs:Array(UInt64)}",
      { gateway: gatewayKey, seqs: [...named] },
    );
    for (const { seq } of known) named.delete(Number(seq));
    const now = clock.now();
    await clickhouse.insertRows(
      "reports",
      [...named].map((seq) => ({
        gateway: gatewayKey,
        seq,
        sent_at: now,
        received_at: now,
        is_history: 1,
        body_hash: BigInt(LOST_HASH),
        row_count: 0,
      })),
    );
  }

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
    /**
     * A lost number stands as a report without rows: it is not wanted again, and stays a hole in the curve. Only numbers
     * below the highest one that are missing count, and only so many an hour.
     */
    async noteLost(gatewayKey: number, lost: Ranges, highestSeq: number): Promise<void> {
      // One after another: two at once would both find the same room and the same numbers missing.
      const before = noting.get(gatewayKey) ?? Promise.resolve();
      const mine = before.catch(() => undefined).then(() => writeLost(gatewayKey, lost, highestSeq));
      noting.set(gatewayKey, mine);
      try {
        await mine;
      } finally {
        if (noting.get(gatewayKey) === mine) noting.delete(gatewayKey);
      }
    },
  };
}

export type SyncRules = ReturnType<typeof createSync>;
