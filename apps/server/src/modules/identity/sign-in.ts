import type { EndpointName } from "@heliograph/contract";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import { findSource } from "../../infra/find-source.ts";
import type { Db } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { normalizeAccountName } from "./account-name.ts";
import type { SignInAccount } from "./accounts.repository.ts";
import { findSignInAccount, renewPasswordHash } from "./accounts.repository.ts";
import { hashPassword, verifyAgainstNobody, verifyPassword } from "./password-hash.ts";
import { publishSessionEnd } from "./session-events.ts";
import type { SessionStart } from "./session-start.ts";
import { countAnonymousSessions, endSession } from "./sessions.repository.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";
import type { Started } from "./token-life.ts";

export interface Origin {
  endpoint: EndpointName;
  address: string;
  userAgent: string;
}

// A reload of the sign-in page makes one; this is far above what people do and far below what fills a table.
const anonymousPerMinute = 60;

async function checkPassword(account: SignInAccount | undefined, password: string) {
  // An unknown or closed account costs the same hash as a known one.
  if (!account?.passwordHash) {
    await verifyAgainstNobody(password);
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

  /** Answers the hash that stands for the password from now on. */
  async function renew({ id, passwordHash }: SignInAccount, password: string): Promise<string | null> {
    const to = await hashPassword(password);
    const from = passwordHash as string;
    return (await renewPasswordHash(db, { accountId: id, from, to })) ? to : passwordHash;
  }

  return {
    /** Throws A0200 for any wrong pair of account and password, A0501 while the pair has to wait, A0221 for a second step. */
    async byPassword(
      input: { account: string; password: string; keepSignedIn?: boolean | undefined } & Origin,
    ): Promise<Started> {
      const { password, account: typed, ...from } = input;
      const name = normalizeAccountName(typed);
      const pair = { account: name, address: from.address };
      const { waitS } = await throttle.begin(pair);
      if (waitS > 0) throw new AppError("A0501", { retryAfterS: Math.ceil(waitS) });
      const account = await findSignInAccount(db, name);
      const { isRight, isOutdated } = await checkPassword(account, password);
      if (!account?.isOpen || !isRight) throw new AppError("A0200");
      await throttle.forgive(pair);
      const passwordHash = isOutdated ? await renew(account, password) : account.passwordHash;
      const { id: accountId, companyId } = account;
      return await start.afterFirstFactor({
        accountId,
        companyId,
        method: "password",
        passwordHash,
        ...from,
      });
    },

    async anonymously(origin: Origin): Promise<Started> {
      const since = new Date(clock.now() - 60_000);
      const recent = await countAnonymousSessions(db, { address: findSource(origin.address), since });
      if (recent >= anonymousPerMinute) throw new AppError("A0501", { retryAfterS: 60 });
      return await start.anonymous(origin);
    },

    /** Ends the caller's session: both tokens are dead when this resolves. */
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
