import type { State, Sync } from "@heliograph/protocol";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { countLost, findGaps, insertLost, listKnownSeqs, saveStoredSeq } from "./sync.repository.ts";

/** Gateways keep at least 7 days; older gaps are lost anyway. */
const SYNC_WINDOW_MS = 7 * 24 * 3600 * 1000;
/** Messages a second on history, beside live data. */
const HISTORY_RATE = 5;
/** Numbers a gateway may declare lost within an hour. */
const MAX_LOST = 10_000;
const LOST_WINDOW_MS = 3_600_000;

type Ranges = NonNullable<State["lost"]>;

/** Ranges between stored numbers, newest first, and the number up to which nothing is missing. */
export function toSync(gaps: readonly { fromSeq: number; toSeq: number }[], highest: number): Sync {
  const want = gaps.map(({ fromSeq, toSeq }): [number, number] => [fromSeq, toSeq]);
  const oldest = want.at(-1);
  const stored = oldest ? oldest[0] - 1 : highest;
  return { stored, ...(want.length > 0 && { want }), rate: HISTORY_RATE };
}

/** Sends gateways what is stored and what is missing, and stores what they have lost. */
export function createSync({ db, clickhouse, clock }: { db: Db; clickhouse: ClickHouse; clock: Clock }) {
  const noting = new Map<number, Promise<void>>();

  /** Remaining quota of numbers that this gateway may declare lost. */
  async function countAllowedLost(gatewayKey: number): Promise<number> {
    const since = clock.now() - LOST_WINDOW_MS;
    return Math.max(0, MAX_LOST - (await countLost(clickhouse, gatewayKey, since)));
  }

  async function writeLost(gatewayKey: number, lost: Ranges, highestSeq: number): Promise<void> {
    const allowed = await countAllowedLost(gatewayKey);
    const named = new Set<number>();
    for (const [from, to] of lost) {
      for (let seq = from; seq <= to && seq < highestSeq && named.size < allowed; seq++) named.add(seq);
    }
    if (named.size === 0) return;
    const known = await listKnownSeqs(clickhouse, gatewayKey, [...named]);
    for (const seq of known) named.delete(seq);
    await insertLost(clickhouse, gatewayKey, { seqs: [...named], at: clock.now() });
  }

  return {
    /** Undefined for a gateway without stored reports. */
    async find(gatewayId: string, gatewayKey: number): Promise<Sync | undefined> {
      const found = await findGaps(clickhouse, gatewayKey, clock.now() - SYNC_WINDOW_MS);
      if (!found) return undefined;
      const sync = toSync(found.gaps, found.highest);
      await saveStoredSeq(db, gatewayId, sync.stored ?? 0);
      return sync;
    },
    /**
     * A lost number is stored as a report without rows: it is not requested again, and leaves a gap in the curve. Only numbers
     * below the highest one that are missing count, and only so many an hour.
     */
    async saveLost(gatewayKey: number, lost: Ranges, highestSeq: number): Promise<void> {
      // One at a time: two concurrent ones would both see the same limit and the same missing numbers.
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
