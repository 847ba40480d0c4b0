import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { RefusalCount } from "./refusal-counts.repository.ts";
import { addRefusalCounts } from "./refusal-counts.repository.ts";

const FLUSH_EVERY_MS = 5_000;
const MINUTE_MS = 60_000;
/** Limit of distinct counts between two flushes, so that requests to many addresses cannot fill the memory. */
const MAX_COUNTS = 10_000;

/** Counts refusals per actor, endpoint and minute, and stores the counts in batches. */
export function createRefusalCounts({ db, clock, logger }: { db: Db; clock: Clock; logger: Logger }) {
  let counts = new Map<string, RefusalCount>();
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  function add(key: string, count: Omit<RefusalCount, "total">, total: number): void {
    const known = counts.get(key);
    if (known) known.total += total;
    else if (counts.size < MAX_COUNTS) counts.set(key, { ...count, total });
  }

  async function write(): Promise<void> {
    const current = counts;
    counts = new Map();
    const batch = [...current.values()];
    if (batch.length === 0) return;
    try {
      await addRefusalCounts(db, batch);
    } catch (error) {
      // Added to the counts since then, to be stored once the database is available.
      for (const [key, { total, ...count }] of current) add(key, count, total);
      throw error;
    }
  }

  /** Runs after the previous flush, so that everything counted before the call is stored when it resolves. */
  function flush(): Promise<void> {
    last = last.catch(() => undefined).then(write);
    return last;
  }

  const flushLogged = () =>
    flush().catch((error: unknown) => logger.warn({ err: error }, "refusals could not be counted"));

  return {
    /** `actor` is an account's id, a gateway's SN, `anonymous` or `none`; `endpoint` a method with its address, or `mqtt` with the action. */
    count(actor: string, endpoint: string): void {
      const minute = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
      add(`${actor}\u0000${endpoint}\u0000${minute}`, { actor, endpoint, minute }, 1);
    },
    flush,
    start(): void {
      timer = setInterval(() => void flushLogged(), FLUSH_EVERY_MS);
      timer.unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await flushLogged();
    },
  };
}

export type RefusalCounts = ReturnType<typeof createRefusalCounts>;
