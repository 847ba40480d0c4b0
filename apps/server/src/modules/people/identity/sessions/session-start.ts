import type { Clock } from "../../../../infra/clock.ts";
import { findSource } from "../../../../infra/find-source.ts";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";
import { notifyOfNewDevice } from "../sign-in/new-device.ts";
import type { SecondStep } from "../sign-in/second-step.ts";
import type { Origin, VerifiedAccount } from "../sign-in/verified-account.ts";
import { checkPasswordUnchanged } from "../sign-in/verified-account.ts";
import type { NewSession } from "./sessions.repository.ts";
import { insertSession, insertTokens } from "./sessions.repository.ts";
import type { StartedSession } from "./token-lifetime.ts";
import { expiryOf, toStartedSession } from "./token-lifetime.ts";
import { createTokenPair } from "./token-values.ts";

/** Starts sessions. */
export function createSessionStart(options: { db: Db; clock: Clock; secondStep: SecondStep }) {
  const { db, clock, secondStep } = options;

  async function insert(trx: Transaction, session: Omit<NewSession, "createdAt">, isKept = false) {
    const now = clock.now();
    const pair = createTokenPair({ isKept });
    const sessionId = await insertSession(trx, { ...session, createdAt: new Date(now) });
    await insertTokens(trx, { sessionId, pair, ...expiryOf(now) });
    return { sessionId, started: toStartedSession(pair) };
  }

  /** The only place where sessions of accounts start, whatever the user was verified by. */
  async function afterAllFactors(verified: VerifiedAccount): Promise<StartedSession> {
    const { companyId, method, keepSignedIn, passwordHash: _, ...session } = verified;
    return await db.transaction().execute(async (trx) => {
      // A change of the password ends the sessions that exist then; none may start from the old password later.
      await checkPasswordUnchanged(trx, verified);
      await notifyOfNewDevice(trx, { ...session, now: clock.now() });
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
     * After a first factor: starts the session, or throws A0221 with a challenge where the account has a second factor or
     * its role requires one. Every kind of sign-in with one factor ends here, so that none bypasses the second.
     */
    async afterFirstFactor(verified: VerifiedAccount): Promise<StartedSession> {
      await secondStep.require(verified);
      return await afterAllFactors(verified);
    },

    /** After all required factors: a second factor, a passkey, a ticket of a session. */
    afterAllFactors,

    /**
     * Anonymous sessions change nothing worth an audit row, and must not let a stranger fill the table: they are counted
     * by the source of the address and store no more of it.
     */
    anonymous: (origin: Origin): Promise<StartedSession> =>
      db
        .transaction()
        .execute(
          async (trx) => (await insert(trx, { ...origin, address: findSource(origin.address) })).started,
        ),
  };
}

export type SessionStart = ReturnType<typeof createSessionStart>;
