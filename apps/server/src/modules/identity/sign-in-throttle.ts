import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "../../infra/clock.ts";
import { findSource } from "../../infra/find-source.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";

const windowMs = 15 * 60_000;
const longestWaitS = 60;
/** Failures within the window that cost no wait yet. */
const free = { pair: 9, address: 59 };

/**
 * Seconds to wait after the nth failure within the window, 1 doubling to 60: an account and address pair from the tenth
 * on, an address as a whole from the sixtieth on.
 */
export function waitAfterFailuresS(failures: number, counted: keyof typeof free): number {
  const beyond = failures - free[counted];
  return beyond <= 0 ? 0 : Math.min(longestWaitS, 2 ** (beyond - 1));
}

interface Pair {
  /** What was typed, in its one form (normalizeAccountName), whether such an account exists or not. */
  account: string;
  address: string;
}

const hashTarget = (account: string) => createHash("sha256").update(account).digest();

interface Failures {
  total: number;
  /** null: none within the window. */
  lastAt: Date | null;
}

function restOfWaitS({ total, lastAt }: Failures, counted: keyof typeof free, now: number): number {
  const waitS = waitAfterFailuresS(total, counted);
  return lastAt === null || waitS === 0 ? 0 : (lastAt.getTime() - now) / 1_000 + waitS;
}

/**
 * Slows down guessing of one account from one address, and of many accounts from one address (findSource: IPv6 counts by
 * its 64 bits). Nobody else is slowed, and no account is ever locked.
 */
export function createSignInThrottle({ db, clock }: { db: Db; clock: Clock }) {
  async function countFailures(trx: Transaction, address: string, target: Buffer, now: number) {
    const { rows } = await sql<Failures & { pairTotal: number; pairLastAt: Date | null }>`
      select count(*)::int as total, max(failed_at) as "lastAt",
        (count(*) filter (where target_hash = ${target}))::int as "pairTotal",
        max(failed_at) filter (where target_hash = ${target}) as "pairLastAt"
      from sign_in_failures where address = ${address} and failed_at > ${new Date(now - windowMs)}`.execute(
      trx,
    );
    const { total, lastAt, pairTotal, pairLastAt } = rows[0] as (typeof rows)[number];
    return { pair: { total: pairTotal, lastAt: pairLastAt }, address: { total, lastAt } };
  }

  return {
    /**
     * Counts the try as failed before it is made, so that many at once cannot slip past the count. Answers the
     * seconds to wait instead when the pair or the address has to.
     */
    async begin({ account, address: from }: Pair): Promise<{ waitS: number }> {
      const address = findSource(from);
      const target = hashTarget(account);
      const now = clock.now();
      return await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${address}`}, 0))`.execute(trx);
        const failures = await countFailures(trx, address, target, now);
        const waitS = Math.max(
          restOfWaitS(failures.pair, "pair", now),
          restOfWaitS(failures.address, "address", now),
        );
        if (waitS > 0) return { waitS };
        await sql`
          insert into sign_in_failures (target_hash, address, failed_at)
          values (${target}, ${address}, ${new Date(now)})`.execute(trx);
        return { waitS: 0 };
      });
    },

    /** The try was right: the pair starts afresh; what the address failed with other accounts still counts. */
    async forgive({ account, address }: Pair): Promise<void> {
      await sql`
        delete from sign_in_failures
        where target_hash = ${hashTarget(account)} and address = ${findSource(address)}`.execute(db);
    },

    async sweep(): Promise<void> {
      await sql`delete from sign_in_failures where failed_at < ${new Date(clock.now() - windowMs)}`.execute(
        db,
      );
    },
  };
}

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;
