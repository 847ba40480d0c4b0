import type { BodyOf, endpoints } from "@heliograph/contract";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { formatMoment, NOTICE_USEFUL_MS, writeNotice } from "../notices/notices.service.ts";
import { findPasswordHash, lockPasswordHash, updatePasswordHash } from "./accounts.repository.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { endOwnSessions } from "./own-sessions.repository.ts";
import { deleteTokensOf, findNoticeReader } from "./password-change.repository.ts";
import { hashPassword, verifyAgainstNobody, verifyPassword } from "./password-hash.ts";
import { publishSessionEnd } from "./session-events.ts";
import { insertTokens } from "./sessions.repository.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";
import type { Started } from "./token-life.ts";
import { expiryOf, toStarted } from "./token-life.ts";
import { createTokenPair } from "./token-values.ts";

type UpdatePassword = BodyOf<typeof endpoints.settings.updatePassword>;

interface Replaced {
  accountId: string;
  companyId: string;
  passwordHash: string;
  /** The session that goes on; without one all end. */
  exceptId?: string;
  method: "password" | "code";
  address: string;
}

const wrongPassword = () => new AppError("A0210", { fields: [{ path: "password", key: "code.A0210" }] });

/** New passwords by their owner: all other sessions end, and the owner is told. */
export function createPasswordChange(options: { db: Db; clock: Clock; bus: Bus; throttle: SignInThrottle }) {
  const { db, clock, bus, throttle } = options;

  async function tell(trx: Transaction, { accountId, address }: Replaced): Promise<void> {
    const reader = await findNoticeReader(trx, accountId);
    if (!reader) return;
    const { contact: to, language } = reader;
    const now = clock.now();
    await writeNotice(trx, {
      to,
      language,
      subject: "mail.passwordChanged.subject",
      text: "mail.passwordChanged.text",
      params: { at: formatMoment(now, language), address },
      now,
      usefulMs: NOTICE_USEFUL_MS,
    });
  }

  /** Answers the sessions that ended, to be told of once all this is committed. */
  async function replace(trx: Transaction, change: Replaced): Promise<string[]> {
    const { accountId, companyId, passwordHash, exceptId, method, address } = change;
    await updatePasswordHash(trx, accountId, passwordHash);
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
    await tell(trx, change);
    return ended;
  }

  function publishEnds(accountId: string, sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) publishSessionEnd(bus, { accountId, sessionId });
  }

  /** Answers the stored hash the password fits. */
  async function checkCurrent(accountId: string, password: string, address: string): Promise<string> {
    // Counted together with step-up: both ask a session for the same password.
    const pair = { account: `step-up ${accountId}`, address };
    const { waitS } = await throttle.begin(pair);
    if (waitS > 0) throw new AppError("A0501", { retryAfterS: Math.ceil(waitS) });
    const stored = await findPasswordHash(db, accountId);
    if (stored === undefined) await verifyAgainstNobody(password);
    else if ((await verifyPassword(password, stored)).isRight) {
      await throttle.forgive(pair);
      return stored;
    }
    throw wrongPassword();
  }

  return {
    /** Throws A0210 when the password that held until now is wrong. Every token but the answered ones is dead. */
    async changePassword(
      scope: Scope,
      { password, newPassword, address }: UpdatePassword & { address: string },
    ): Promise<Started> {
      const { accountId, companyId, sessionId } = scope as Required<Scope>;
      if (isCommonPassword(newPassword))
        throw new AppError("A0400", { fields: [{ path: "newPassword", key: "field.commonPassword" }] });
      const stored = await checkCurrent(accountId, password, address);
      const passwordHash = await hashPassword(newPassword);
      const { started, ended } = await db.transaction().execute(async (trx) => {
        // Changed meanwhile, and this session with it ended: the old password sets no new one.
        if ((await lockPasswordHash(trx, accountId)) !== stored) throw wrongPassword();
        const change = { accountId, companyId, passwordHash, exceptId: sessionId, address } as const;
        const ended = await replace(trx, { ...change, method: "password" });
        const { isKept } = await deleteTokensOf(trx, sessionId);
        const pair = createTokenPair({ isKept });
        await insertTokens(trx, { sessionId, pair, ...expiryOf(clock.now()) });
        return { started: toStarted(pair), ended };
      });
      publishEnds(accountId, ended);
      return started;
    },

    /**
     * For an account that shows otherwise who it is: `prove` uses that up in the same transaction, or throws. Answers the
     * stored hash that stands for the new password, so that a session begins only while it does.
     */
    async replaceForgottenPassword(change: {
      accountId: string;
      companyId: string;
      password: string;
      address: string;
      prove: (trx: Transaction) => Promise<void>;
    }): Promise<string> {
      const { password, prove, ...account } = change;
      // Before the transaction: a hash takes long, and holds no connection here.
      const passwordHash = await hashPassword(password);
      const ended = await db.transaction().execute(async (trx) => {
        await prove(trx);
        return await replace(trx, { ...account, passwordHash, method: "code" });
      });
      publishEnds(change.accountId, ended);
      return passwordHash;
    },
  };
}
