import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "../../infra/clock.ts";
import type { Db } from "../../infra/postgres/database.ts";

const windowMs = 15 * 60_000;
const freeFailures = 9;
const longestWaitS = 60;

/** Seconds a pair waits after its nth failure within the window: 1 after the tenth, doubling to 60. */
export function waitAfterFailuresS(failures: number): number {
  return failures <= freeFailures ? 0 : Math.min(longestWaitS, 2 ** (failures - freeFailures - 1));
}

interface Pair {
  /** What was typed, in its one form (normalizeAccountName), whether such an account exists or not. */
  account: string;
  address: string;
}

const hashTarget = (account: string) => createHash("sha256").update(account).digest();

/** Slows down guessing of one account from one address; nobody else is slowed, and no account is ever locked. */
export function createSignInThrottle({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Counts the try as failed before it is made, so that many at once cannot slip past the count. Answers the
     * seconds to wait instead when the pair has to.
     */
    async begin({ account, address }: Pair): Promise<{ waitS: number }> {
      const target = hashTarget(account);
      const now = clock.now();
      return await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${target.toString("hex") + address}, 0))`.execute(
          trx,
        );
        const { rows } = await sql<{ total: number; lastAt: Date | null }>`
          select count(*)::int as total, max(failed_at) as "lastAt" from sign_in_failures
          where target_hash = ${target} and address = ${address} and failed_at > ${new Date(now - windowMs)}`.execute(
          trx,
        );
        const { total, lastAt } = rows[0] as { total: number; lastAt: Date | null };
        const waitS = lastAt ? (lastAt.getTime() + waitAfterFailuresS(total) * 1000 - now) / 1000 : 0;
        if (waitS > 0) return { waitS };
        await sql`
          insert into sign_in_failures (target_hash, address, failed_at)
          values (${target}, ${address}, ${new Date(now)})`.execute(trx);
        return { waitS: 0 };
      });
    },

    /** The try was right: the pair starts afresh. */
    async forgive({ account, address }: Pair): Promise<void> {
      await sql`
        delete from sign_in_failures where target_hash = ${hashTarget(account)} and address = ${address}`.execute(
        db,
      );
    },

    async sweep(): Promise<void> {
      await sql`delete from sign_in_failures where failed_at < ${new Date(clock.now() - windowMs)}`.execute(
        db,
      );
    },
  };
}

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;
