import { sql } from "kysely";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import type { Db } from "../../infra/postgres/database.ts";

const FLUSH_EVERY_MS = 5_000;
const MINUTE_MS = 60_000;
/** Distinct counts kept between two flushes: a stranger with many addresses fills no memory. */
const MOST_COUNTS = 10_000;

interface Count {
  actor: string;
  endpoint: string;
  minute: number;
  total: number;
}

/** Counts refusals per actor, endpoint and minute, and writes the counts now and then, many at once. */
export function createRefusalCounts({ db, clock, logger }: { db: Db; clock: Clock; logger: Logger }) {
  let counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;

  let last: Promise<void> = Promise.resolve();

  function add(key: string, count: Omit<Count, "total">, total: number): void {
    const known = counts.get(key);
    if (known) known.total += total;
    else if (counts.size < MOST_COUNTS) counts.set(key, { ...count, total });
  }

  async function write(): Promise<void> {
    const taken = counts;
    counts = new Map();
    const batch = [...taken.values()];
    if (batch.length === 0) return;
    try {
      await insert(batch);
    } catch (error) {
      // Counted with what came meanwhile, once the database is back.
      for (const [key, { total, ...count }] of taken) add(key, count, total);
      throw error;
    }
  }

  async function insert(batch: readonly Count[]): Promise<void> {
    // In one order, so that two processes that flush at once wait for each other instead of locking up.
    await sql`
      insert into refusal_counts as c (actor, endpoint, minute, total)
      select * from unnest(${batch.map(({ actor }) => actor)}::text[], ${batch.map(({ endpoint }) => endpoint)}::text[],
        ${batch.map(({ minute }) => new Date(minute))}::timestamptz[], ${batch.map(({ total }) => total)}::int[])
        as counted (actor, endpoint, minute, total)
      order by actor, endpoint, minute
      on conflict (actor, endpoint, minute) do update set total = c.total + excluded.total`.execute(db);
  }

  /** After the one before: who waits for it finds everything counted until now. */
  function flush(): Promise<void> {
    last = last.catch(() => undefined).then(write);
    return last;
  }

  const flushLogged = () =>
    flush().catch((error: unknown) => logger.warn({ err: error }, "refusals could not be counted"));

  return {
    /** `actor` is an account's id, a gateway's SN, `anonymous` or `none`; `endpoint` an address or `mqtt` and the act. */
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
