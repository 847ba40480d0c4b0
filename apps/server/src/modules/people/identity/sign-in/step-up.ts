import { STEP_UP_S } from "@heliograph/contract";
import { AppError } from "../../../../errors.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { Scope } from "../../../base/access/scope.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";
import { findPasswordHash } from "../../accounts/password-hashes.service.ts";
import { verifyPassword, verifyUnknownAccount } from "../passwords.service.ts";
import { markSteppedUp } from "../sessions/own-sessions.repository.ts";
import type { SignInThrottle } from "../sign-in-throttle.service.ts";

/** Whether a password that was confirmed then is still recent enough. */
export function isWithinStepUp(steppedUpAt: Date, now: number): boolean {
  return now - steppedUpAt.getTime() < STEP_UP_S * 1_000;
}

/**
 * Confirms the password and allows, for 5 minutes and this session alone, the calls that need it. Wrong passwords are
 * throttled as at sign-in; throws A0210 for them.
 */
export function createStepUp({ db, clock, throttle }: { db: Db; clock: Clock; throttle: SignInThrottle }) {
  return async (
    scope: Scope,
    { password, address }: { password: string; address: string },
  ): Promise<{ untilAt: string }> => {
    const { accountId, companyId, sessionId } = scope as Required<Scope>;
    const pair = { account: `step-up ${accountId}`, address };
    const { waitS } = await throttle.begin(pair);
    if (waitS > 0) throw new AppError("A0501", { retryAfterS: Math.ceil(waitS) });
    const stored = await findPasswordHash(db, accountId);
    if (stored === undefined) await verifyUnknownAccount(password);
    else if ((await verifyPassword(password, stored)).isRight) {
      await throttle.resetFailures(pair);
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        await markSteppedUp(trx, { sessionId, at: new Date(now) });
        await writeAudit(trx, {
          kind: "security",
          type: "session.step-up",
          actorId: accountId,
          companyId,
          objectType: "session",
          objectId: sessionId,
          method: "password",
          address,
        });
      });
      return { untilAt: new Date(now + STEP_UP_S * 1_000).toISOString() };
    }
    throw new AppError("A0210");
  };
}
