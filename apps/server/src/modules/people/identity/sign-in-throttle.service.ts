import { createHash } from "node:crypto";
import type { Clock } from "../../../infra/clock.ts";
import { findSource } from "../../../infra/find-source.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { Failures } from "./sign-in/sign-in-failures.repository.ts";
import {
  countFailures,
  deleteFailuresBefore,
  deleteFailuresOf,
  insertFailure,
  lockFailures,
} from "./sign-in/sign-in-failures.repository.ts";

const WINDOW_MS = 15 * 60_000;
const MAX_WAIT_S = 60;
/** Failures within the window without a wait. */
const FREE_FAILURES = { pair: 9, address: 59 };

type Counted = keyof typeof FREE_FAILURES;

/**
 * Seconds to wait after the nth failure within the window, 1 doubling to 60: for an account and address pair from the
 * tenth, for an address as a whole from the sixtieth.
 */
export function waitAfterFailuresS(failures: number, counted: Counted): number {
  const beyond = failures - FREE_FAILURES[counted];
  return beyond <= 0 ? 0 : Math.min(MAX_WAIT_S, 2 ** (beyond - 1));
}

function remainingWaitS({ total, lastAt }: Failures, counted: Counted, now: number): number {
  const waitS = waitAfterFailuresS(total, counted);
  return lastAt === null || waitS === 0 ? 0 : (lastAt.getTime() - now) / 1_000 + waitS;
}

/** The first try after a wait; later ones are of the same series, so that it is one row of the log. */
const isFirstAfterWait = ({ total }: Failures, counted: Counted): boolean =>
  total === FREE_FAILURES[counted] + 1;

interface Pair {
  /** The contact that was typed, in normalized form, whether such an account exists or not. */
  account: string;
  address: string;
}

const hashTarget = (account: string) => createHash("sha256").update(account).digest();

/**
 * Slows down guessing of one account from one address, and of many accounts from one address (findSource: IPv6 counts by
 * its 64 bits). No other caller is slowed down, and no account is ever locked.
 */
export function createSignInThrottle({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Counts the try as failed before it is made, so that concurrent tries cannot exceed the limit. Returns the seconds
     * to wait instead while the pair or the address is throttled.
     */
    async begin({ account, address: from }: Pair): Promise<{ waitS: number }> {
      const address = findSource(from);
      const targetHash = hashTarget(account);
      const now = clock.now();
      return await db.transaction().execute(async (trx) => {
        await lockFailures(trx, address);
        const since = new Date(now - WINDOW_MS);
        const failures = await countFailures(trx, { address, targetHash, since });
        const waitS = Math.max(
          remainingWaitS(failures.pair, "pair", now),
          remainingWaitS(failures.address, "address", now),
        );
        if (waitS > 0) return { waitS };
        await insertFailure(trx, { address, targetHash, at: new Date(now) });
        if (isFirstAfterWait(failures.pair, "pair") || isFirstAfterWait(failures.address, "address"))
          // Without the account, which may not exist or be a password typed into the wrong field.
          await writeAudit(trx, {
            kind: "security",
            type: "session.many-failures",
            objectType: "session",
            new: { failures: failures.address.total },
            address,
          });
        return { waitS: 0 };
      });
    },

    /** Call after a correct try: clears the failures of the pair; those of the address with other accounts still count. */
    async resetFailures({ account, address }: Pair): Promise<void> {
      await deleteFailuresOf(db, { address: findSource(address), targetHash: hashTarget(account) });
    },

    async sweep(): Promise<void> {
      await deleteFailuresBefore(db, new Date(clock.now() - WINDOW_MS));
    },
  };
}

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;
