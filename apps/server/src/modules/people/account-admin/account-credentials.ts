import type { BodyOf, endpoints } from "@heliograph/contract";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Actor } from "../../base/access/scope.ts";
import { clearVerification } from "../accounts/accounts.service.ts";
import { checkNotCommon, hashPassword, setPasswordHash } from "../identity/passwords.service.ts";
import { deleteSecondFactors, hasSecondFactor } from "../identity/second-factors.service.ts";
import { publishRightsChange } from "../identity/sessions.service.ts";
import { auditChange, checkNotOneself, endAllSessions, lockForChange } from "./account-change.ts";
import { notifyOfPassword, notifyOfSecondFactors } from "./account-notifications.ts";

type Calls = typeof endpoints.account;

/** Passwords and second factors of other users; mount() has checked that the account's company is in the caller's scope. */
export function createAccountCredentials({ db, clock, bus }: { db: Db; clock: Clock; bus: Bus }) {
  return {
    async resetPassword(actor: Actor, { accountId, password }: BodyOf<Calls["resetPassword"]>) {
      const { scope, address } = actor;
      checkNotOneself(scope, accountId);
      checkNotCommon(password);
      // Before the transaction: hashing is slow and needs no connection.
      const passwordHash = await hashPassword(password);
      await db.transaction().execute(async (trx) => {
        const account = await lockForChange(trx, scope, { accountId });
        await setPasswordHash(trx, accountId, passwordHash);
        await clearVerification(trx, accountId);
        const endedSessions = await endAllSessions(trx, clock, { accountId, reason: "password-reset" });
        await auditChange(trx, actor, account, { type: "account.reset-password", new: { endedSessions } });
        await notifyOfPassword(trx, { account, address, now: clock.now() });
      });
      publishRightsChange(bus, [accountId]);
      return { accountId };
    },

    /** For a user who has lost them: the next sign-in asks for the password alone, or requires a new factor. */
    async removeSecondFactors(actor: Actor, { accountId }: BodyOf<Calls["removeSecondFactors"]>) {
      const { scope, address } = actor;
      checkNotOneself(scope, accountId);
      await db.transaction().execute(async (trx) => {
        const account = await lockForChange(trx, scope, { accountId });
        if (!(await hasSecondFactor(trx, accountId))) return;
        await deleteSecondFactors(trx, accountId);
        const reason = "second-factors-removed";
        const endedSessions = await endAllSessions(trx, clock, { accountId, reason });
        await auditChange(trx, actor, account, {
          type: "account.remove-second-factors",
          new: { endedSessions },
        });
        await notifyOfSecondFactors(trx, { account, address, now: clock.now() });
      });
      publishRightsChange(bus, [accountId]);
      return { accountId };
    },
  };
}
