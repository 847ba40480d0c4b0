import type { BodyOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../../errors.ts";
import type { Bus } from "../../../../infra/bus.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import type { Scope } from "../../../base/access/scope.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";
import { formatMoment, NOTICE_LIFETIME_MS, writeNotice } from "../../../base/notices/notices.service.ts";
import { findRecipient } from "../../accounts/accounts.service.ts";
import { findPasswordHash, lockPasswordHash } from "../../accounts/password-hashes.service.ts";
import {
  checkNotCommon,
  hashPassword,
  setPasswordHash,
  verifyPassword,
  verifyUnknownAccount,
} from "../passwords.service.ts";
import { endOwnSessions } from "../sessions/own-sessions.repository.ts";
import { insertTokens } from "../sessions/sessions.repository.ts";
import type { StartedSession } from "../sessions/token-lifetime.ts";
import { expiryOf, toStartedSession } from "../sessions/token-lifetime.ts";
import { createTokenPair } from "../sessions/token-values.ts";
import { publishSessionEnd } from "../sessions.service.ts";
import type { SignInThrottle } from "../sign-in-throttle.service.ts";
import { deleteTokensOf } from "./password-change.repository.ts";

type UpdatePassword = BodyOf<typeof endpoints.settings.updatePassword>;

interface PasswordChange {
  accountId: string;
  companyId: string;
  passwordHash: string;
  /** The session that continues; without one all end. */
  exceptId?: string;
  method: "password" | "code";
  address: string;
}

const wrongPassword = () => new AppError("A0210", { fields: [{ path: "password", key: "code.A0210" }] });

/** New passwords set by their owner: all other sessions end, and the owner is notified. */
export function createPasswordChange(options: { db: Db; clock: Clock; bus: Bus; throttle: SignInThrottle }) {
  const { db, clock, bus, throttle } = options;

  async function notify(trx: Transaction, { accountId, address }: PasswordChange): Promise<void> {
    const recipient = await findRecipient(trx, accountId);
    if (!recipient?.emailNotify || recipient.contact === null) return;
    const { contact: to, language } = recipient;
    const now = clock.now();
    await writeNotice(trx, {
      to,
      language,
      subject: "mail.passwordChanged.subject",
      text: "mail.passwordChanged.text",
      params: { at: formatMoment(now, language), address },
      now,
      lifetimeMs: NOTICE_LIFETIME_MS,
    });
  }

  /** Returns the sessions that ended; publish them once the transaction is committed. */
  async function replace(trx: Transaction, change: PasswordChange): Promise<string[]> {
    const { accountId, companyId, passwordHash, exceptId, method, address } = change;
    await setPasswordHash(trx, accountId, passwordHash);
    const ended = await endOwnSessions(trx, {
      accountId,
      exceptId,
      reason: "password-changed",
      endedAt: new Date(clock.now()),
    });
    await writeAudit(trx, {
      kind: "security",
      type: "account.reset-password",
      actorId: accountId,
      companyId,
      objectType: "account",
      objectId: accountId,
      new: { endedSessions: ended.length },
      method,
      address,
    });
    await notify(trx, change);
    return ended;
  }

  function publishEnds(accountId: string, sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) publishSessionEnd(bus, { accountId, sessionId });
  }

  /** Returns the stored hash, if the password matches it. Throws A0210, or A0501 while the account is throttled. */
  async function checkCurrent(accountId: string, password: string, address: string): Promise<string> {
    // Counted together with step-up: both ask a session for the same password.
    const pair = { account: `step-up ${accountId}`, address };
    const { waitS } = await throttle.begin(pair);
    if (waitS > 0) throw new AppError("A0501", { retryAfterS: Math.ceil(waitS) });
    const stored = await findPasswordHash(db, accountId);
    if (stored === undefined) await verifyUnknownAccount(password);
    else if ((await verifyPassword(password, stored)).isRight) {
      await throttle.resetFailures(pair);
      return stored;
    }
    throw wrongPassword();
  }

  return {
    /** Throws A0210 when the current password is wrong. Every token but the returned ones becomes invalid. */
    async changePassword(
      scope: Scope,
      { password, newPassword, address }: UpdatePassword & { address: string },
    ): Promise<StartedSession> {
      const { accountId, companyId, sessionId } = scope as Required<Scope>;
      checkNotCommon(newPassword, "newPassword");
      const stored = await checkCurrent(accountId, password, address);
      const passwordHash = await hashPassword(newPassword);
      const { started, ended } = await db.transaction().execute(async (trx) => {
        // Changed meanwhile, which ended this session: the old password sets no new one.
        if ((await lockPasswordHash(trx, accountId)) !== stored) throw wrongPassword();
        const change = { accountId, companyId, passwordHash, exceptId: sessionId, address } as const;
        const ended = await replace(trx, { ...change, method: "password" });
        const { isKept } = await deleteTokensOf(trx, sessionId);
        const pair = createTokenPair({ isKept });
        await insertTokens(trx, { sessionId, pair, ...expiryOf(clock.now()) });
        return { started: toStartedSession(pair), ended };
      });
      publishEnds(accountId, ended);
      return started;
    },

    /**
     * For a user verified by other means than the password: `verify` runs in the same transaction, or throws. Returns the
     * stored hash of the new password, so that a session starts only while it is unchanged.
     */
    async replaceForgottenPassword(change: {
      accountId: string;
      companyId: string;
      password: string;
      address: string;
      verify: (trx: Transaction) => Promise<void>;
    }): Promise<string> {
      const { password, verify, ...account } = change;
      // Before the transaction: hashing is slow and needs no connection.
      const passwordHash = await hashPassword(password);
      const ended = await db.transaction().execute(async (trx) => {
        await verify(trx);
        return await replace(trx, { ...account, passwordHash, method: "code" });
      });
      publishEnds(change.accountId, ended);
      return passwordHash;
    },
  };
}
