import { sql } from "kysely";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import type { Db } from "../../infra/postgres/database.ts";

const WRITE_EVERY_MS = 5_000;
/** Distinct actors counted between two writes; a stranger with many addresses fills no memory. */
const MOST_ACTORS = 10_000;

/** Counts what the link refused by actor, act and minute. */
export function createRefusalCounts({ db, clock, logger }: { db: Db; clock: Clock; logger: Logger }) {
  let counts = new Map<string, { actor: string; endpoint: string; minute: number; total: number }>();
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    const rows = [...counts.values()].map((row) => ({ ...row, minute: new Date(row.minute).toISOString() }));
    counts = new Map();
    if (rows.length === 0) return;
    await sql`
      insert into refusal_counts as c (actor, endpoint, minute, total)
      select actor, endpoint, minute, total
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (actor text, endpoint text, minute timestamptz, total integer)
      order by actor, endpoint, minute
      on conflict (actor, endpoint, minute) do update set total = c.total + excluded.total`.execute(db);
  }

  return {
    count(actor: string, what: string): void {
      const endpoint = `mqtt ${what}`;
      const minute = Math.floor(clock.now() / 60_000) * 60_000;
      const key = `${actor}\u0000${endpoint}\u0000${minute}`;
      const row = counts.get(key);
      if (row) row.total++;
      else if (counts.size < MOST_ACTORS) counts.set(key, { actor, endpoint, minute, total: 1 });
    },
    write,
    start(): void {
      timer = setInterval(() => {
        write().catch((error: unknown) => logger.warn({ err: error }, "refusals could not be counted"));
      }, WRITE_EVERY_MS);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await write().catch((error: unknown) => logger.warn({ err: error }, "refusals could not be counted"));
    },
  };
}
