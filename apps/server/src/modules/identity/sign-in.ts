import type { EndpointName, Tokens } from "@heliograph/contract";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { normalizeAccountName } from "./account-name.ts";
import type { SignInAccount } from "./accounts.repository.ts";
import { findSignInAccount, updatePasswordHash } from "./accounts.repository.ts";
import { tellOfNewDevice } from "./new-device.ts";
import { hashPassword, verifyAgainstNobody, verifyPassword } from "./password-hash.ts";
import { publishSessionEnd } from "./session-events.ts";
import type { NewSession } from "./sessions.repository.ts";
import { countAnonymousSessions, endSession, insertSession, insertTokens } from "./sessions.repository.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";
import { expiryOf, toTokens } from "./token-life.ts";
import { createTokenPair } from "./token-values.ts";

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

/** An account that has shown who it is, and where from. */
interface Proven extends Origin {
  accountId: string;
  companyId: string;
  method: "password" | "code" | "registration";
}

/** Starts and ends sessions. */
export function createSignIn(options: { db: Db; clock: Clock; bus: Bus; throttle: SignInThrottle }) {
  const { db, clock, bus, throttle } = options;

  async function insert(trx: Transaction, session: Omit<NewSession, "createdAt">) {
    const now = clock.now();
    const pair = createTokenPair();
    const sessionId = await insertSession(trx, { ...session, createdAt: new Date(now) });
    await insertTokens(trx, { sessionId, pair, ...expiryOf(now) });
    return { sessionId, tokens: toTokens(pair) };
  }

  /** The one start of an account's session, whatever proved who it is. */
  async function afterProof({ companyId, method, ...session }: Proven): Promise<Tokens> {
    const { accountId, endpoint, address } = session;
    return await db.transaction().execute(async (trx) => {
      await tellOfNewDevice(trx, { ...session, now: clock.now() });
      const { sessionId, tokens } = await insert(trx, session);
      await writeAudit(trx, {
        kind: "system",
        type: "session.sign-in",
        actorId: accountId,
        companyId,
        objectType: "session",
        objectId: sessionId,
        new: { endpoint },
        method,
        address,
      });
      return tokens;
    });
  }

  return {
    /** Throws A0200 for any wrong pair of account and password, A0501 while the pair has to wait. */
    async byPassword(input: { account: string; password: string } & Origin): Promise<Tokens> {
      const { password, endpoint, address, userAgent } = input;
      const name = normalizeAccountName(input.account);
      const pair = { account: name, address };
      const { waitS } = await throttle.begin(pair);
      if (waitS > 0) throw new AppError("A0501", { retryAfterS: Math.ceil(waitS) });
      const account = await findSignInAccount(db, name);
      const { isRight, isOutdated } = await checkPassword(account, password);
      if (!account?.isOpen || !isRight) throw new AppError("A0200");
      await throttle.forgive(pair);
      if (isOutdated) await updatePasswordHash(db, account.id, await hashPassword(password));
      const proven = { accountId: account.id, companyId: account.companyId, method: "password" } as const;
      return await afterProof({ ...proven, endpoint, address, userAgent });
    },

    /** For an account that proved by other means who it is; whatever else its sign-in needs is asked here too. */
    afterProof,

    async anonymously(origin: Origin): Promise<Tokens> {
      const since = new Date(clock.now() - 60_000);
      const recent = await countAnonymousSessions(db, { address: origin.address, since });
      if (recent >= anonymousPerMinute) throw new AppError("A0501", { retryAfterS: 60 });
      // Changes nothing worth a row in the log, and a stranger must not fill the table.
      return await db.transaction().execute(async (trx) => (await insert(trx, origin)).tokens);
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
