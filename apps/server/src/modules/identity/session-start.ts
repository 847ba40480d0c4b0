import type { Clock } from "../../infra/clock.ts";
import { findSource } from "../../infra/find-source.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { lockPasswordHash } from "./accounts.repository.ts";
import { tellOfNewDevice } from "./new-device.ts";
import type { SecondStep } from "./second-step.ts";
import type { NewSession } from "./sessions.repository.ts";
import { insertSession, insertTokens } from "./sessions.repository.ts";
import type { Origin } from "./sign-in.ts";
import type { Started } from "./token-life.ts";
import { expiryOf, toStarted } from "./token-life.ts";
import { createTokenPair } from "./token-values.ts";

/** An account that has shown who it is, and where from. */
export interface Proven extends Origin {
  accountId: string;
  companyId: string;
  method: "password" | "code" | "registration" | "passkey" | "ticket" | "totp" | "recovery";
  /** The browser stays signed in by a cookie. */
  keepSignedIn?: boolean | undefined;
  /** The stored hash that was looked at, where a password was a part of it: a session begins only while it is still that. */
  passwordHash?: string | null;
}

/** In the transaction of what the proof allows. Throws A0200, or A0230 for a challenge, once the password is another. */
export async function checkPasswordHolds(
  trx: Transaction,
  { accountId, passwordHash, method }: Proven,
): Promise<void> {
  if (passwordHash === undefined || (await lockPasswordHash(trx, accountId)) === passwordHash) return;
  throw new AppError(method === "password" ? "A0200" : "A0230");
}

/** Starts sessions. */
export function createSessionStart(options: { db: Db; clock: Clock; secondStep: SecondStep }) {
  const { db, clock, secondStep } = options;

  async function insert(trx: Transaction, session: Omit<NewSession, "createdAt">, isKept = false) {
    const now = clock.now();
    const pair = createTokenPair({ isKept });
    const sessionId = await insertSession(trx, { ...session, createdAt: new Date(now) });
    await insertTokens(trx, { sessionId, pair, ...expiryOf(now) });
    return { sessionId, started: toStarted(pair) };
  }

  /** The one start of an account's session, whatever proved who it is. */
  async function afterAllFactors(proven: Proven): Promise<Started> {
    const { companyId, method, keepSignedIn, passwordHash: _, ...session } = proven;
    return await db.transaction().execute(async (trx) => {
      // The sessions a change of the password ends are those that stand then: no later one comes from the old password.
      await checkPasswordHolds(trx, proven);
      await tellOfNewDevice(trx, { ...session, now: clock.now() });
      const { sessionId, started } = await insert(trx, session, keepSignedIn);
      await writeAudit(trx, {
        kind: "system",
        type: "session.sign-in",
        actorId: session.accountId,
        companyId,
        objectType: "session",
        objectId: sessionId,
        new: { endpoint: session.endpoint },
        method,
        address: session.address,
      });
      return started;
    });
  }

  return {
    /**
     * After a first factor, whichever it was: starts the session, or throws A0221 with a challenge where a second one is
     * set or the role requires one. Every way in that proves one thing ends here, so that none passes the second by.
     */
    async afterFirstFactor(proven: Proven): Promise<Started> {
      await secondStep.demand(proven);
      return await afterAllFactors(proven);
    },

    /** After everything that is asked for: a second factor, a passkey, a ticket of a session. */
    afterAllFactors,

    /**
     * Changes nothing worth a row in the log, and a stranger must not fill the table: they are counted by where they come
     * from, and keep no more of the address than that.
     */
    anonymous: (origin: Origin): Promise<Started> =>
      db
        .transaction()
        .execute(
          async (trx) => (await insert(trx, { ...origin, address: findSource(origin.address) })).started,
        ),
  };
}

export type SessionStart = ReturnType<typeof createSessionStart>;
