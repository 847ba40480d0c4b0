import { sql } from "kysely";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import type { Db } from "../infra/postgres/database.ts";

const flushEveryMs = 5_000;
const minuteMs = 60_000;

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

  async function flush(): Promise<void> {
    const batch = [...counts.values()];
    counts = new Map();
    if (batch.length === 0) return;
    await sql`
      insert into refusal_counts (actor, endpoint, minute, total)
      select * from unnest(${batch.map(({ actor }) => actor)}::text[], ${batch.map(({ endpoint }) => endpoint)}::text[],
        ${batch.map(({ minute }) => new Date(minute))}::timestamptz[], ${batch.map(({ total }) => total)}::int[])
      on conflict (actor, endpoint, minute) do update set total = refusal_counts.total + excluded.total`.execute(
      db,
    );
  }

  function flushLogged(): void {
    flush().catch((error: unknown) => logger.warn({ err: error }, "refusals could not be counted"));
  }

  return {
    /** `actor` is an account's id, `anonymous` or `none`: a stranger cannot make more of them. */
    count(actor: string, endpoint: string): void {
      const minute = Math.floor(clock.now() / minuteMs) * minuteMs;
      const key = `${actor} ${endpoint} ${minute}`;
      const known = counts.get(key);
      if (known) known.total += 1;
      else counts.set(key, { actor, endpoint, minute, total: 1 });
    },
    flush,
    start(): void {
      timer = setInterval(flushLogged, flushEveryMs);
      timer.unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush().catch((error: unknown) => logger.warn({ err: error }, "refusals could not be counted"));
    },
  };
}

export type RefusalCounts = ReturnType<typeof createRefusalCounts>;
