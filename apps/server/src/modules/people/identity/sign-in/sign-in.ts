import { AppError } from "../../../../errors.ts";
import type { Bus } from "../../../../infra/bus.ts";
import type { Clock } from "../../../../infra/clock.ts";
import { findSource } from "../../../../infra/find-source.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { Scope } from "../../../base/access/scope.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";
import { normalizeContact } from "../../accounts/contacts.service.ts";
import type { Credentials } from "../../accounts/password-hashes.service.ts";
import { findCredentials, replacePasswordHash } from "../../accounts/password-hashes.service.ts";
import { hashPassword, verifyPassword, verifyUnknownAccount } from "../passwords.service.ts";
import type { SessionStart } from "../sessions/session-start.ts";
import { countAnonymousSessions, endSession } from "../sessions/sessions.repository.ts";
import type { StartedSession } from "../sessions/token-lifetime.ts";
import { publishSessionEnd } from "../sessions.service.ts";
import type { SignInThrottle } from "../sign-in-throttle.service.ts";
import type { Origin } from "./verified-account.ts";

// A reload of the sign-in page starts one; far above what people do and far below what fills a table.
const MAX_ANONYMOUS_PER_MINUTE = 60;

async function checkPassword(account: Credentials | undefined, password: string) {
  // An unknown or closed account costs the same hash as a known one.
  if (!account?.passwordHash) {
    await verifyUnknownAccount(password);
    return { isRight: false, isOutdated: false };
  }
  return await verifyPassword(password, account.passwordHash);
}

/** Starts sessions by password and without an account, and ends them. */
export function createSignIn(options: {
  db: Db;
  clock: Clock;
  bus: Bus;
  throttle: SignInThrottle;
  start: SessionStart;
}) {
  const { db, clock, bus, throttle, start } = options;

  /** Hashes a password at the current cost and returns the hash that is stored now. */
  async function rehash({ id, passwordHash }: Credentials, password: string): Promise<string | null> {
    const to = await hashPassword(password);
    const from = passwordHash as string;
    return (await replacePasswordHash(db, { accountId: id, from, to })) ? to : passwordHash;
  }

  return {
    /** Throws A0200 for any wrong account or password, A0501 while the pair is throttled, A0221 for a second factor. */
    async byPassword(
      input: { account: string; password: string; keepSignedIn?: boolean | undefined } & Origin,
    ): Promise<StartedSession> {
      const { password, account: typed, ...from } = input;
      const pair = { account: normalizeContact(typed), address: from.address };
      const { waitS } = await throttle.begin(pair);
      if (waitS > 0) throw new AppError("A0501", { retryAfterS: Math.ceil(waitS) });
      const account = await findCredentials(db, typed);
      const { isRight, isOutdated } = await checkPassword(account, password);
      if (!account?.isOpen || !isRight) throw new AppError("A0200");
      await throttle.resetFailures(pair);
      const passwordHash = isOutdated ? await rehash(account, password) : account.passwordHash;
      const { id: accountId, companyId } = account;
      return await start.afterFirstFactor({
        accountId,
        companyId,
        method: "password",
        passwordHash,
        ...from,
      });
    },

    async anonymously(origin: Origin): Promise<StartedSession> {
      const since = new Date(clock.now() - 60_000);
      const recent = await countAnonymousSessions(db, { address: findSource(origin.address), since });
      if (recent >= MAX_ANONYMOUS_PER_MINUTE) throw new AppError("A0501", { retryAfterS: 60 });
      return await start.anonymous(origin);
    },

    /** Ends the caller's session: both tokens are invalid when this resolves. */
    async out(scope: Scope, address: string): Promise<void> {
      const sessionId = scope.sessionId as string;
      await db.transaction().execute(async (trx) => {
        const hasEnded = await endSession(trx, {
          sessionId,
          reason: "sign-out",
          endedAt: new Date(clock.now()),
        });
        if (!hasEnded || scope.accountId === undefined) return;
        await writeAudit(trx, {
          kind: "system",
          type: "session.sign-out",
          actorId: scope.accountId,
          companyId: scope.companyId,
          objectType: "session",
          objectId: sessionId,
          address,
        });
      });
      publishSessionEnd(bus, { accountId: scope.accountId, sessionId });
    },
  };
}
