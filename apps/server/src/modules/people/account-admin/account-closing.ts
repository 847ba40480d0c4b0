import type { BodyOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { AccountInScope } from "../../base/access/in-scope.ts";
import { publishPlantAccess } from "../../base/access/plant-access-events.ts";
import type { Actor } from "../../base/access/scope.ts";
import { updateAccount } from "../accounts/accounts.service.ts";
import { eraseAccount } from "../identity/erasure.service.ts";
import { publishRightsChange } from "../identity/sessions.service.ts";
import type { SharingService } from "../sharing/sharing.service.ts";
import {
  auditChange,
  checkNotOneself,
  checkRootRemains,
  endAllSessions,
  isBuiltInRoot,
  lockForChange,
  lockForRootChange,
} from "./account-change.ts";
import { listDependents } from "./dependents.repository.ts";

type Calls = typeof endpoints.account;

const dependentKeys = {
  plants: "inUse.ownsPlants",
  supervised: "inUse.supervises",
  administered: "inUse.administers",
} as const;

async function checkNoDependents(trx: Transaction, account: AccountInScope): Promise<void> {
  const dependents = await listDependents(trx, account);
  const fields = dependents.map(({ path, count, names }) => ({
    path,
    key: dependentKeys[path],
    params: { count, names },
  }));
  if (fields.length > 0) throw new AppError("A0430", { fields });
}

/** Disables, enables and cancels accounts; mount() has checked that the account's company is in the caller's scope. */
export function createAccountClosing(deps: { db: Db; clock: Clock; bus: Bus; sharing: SharingService }) {
  const { db, clock, bus, sharing } = deps;

  function publishClosed(accountId: string, plantIds: readonly string[]): void {
    publishRightsChange(bus, [accountId]);
    for (const plantId of plantIds) publishPlantAccess(bus, { plantId, newAccountIds: [] });
  }

  return {
    async disableAccount(actor: Actor, { accountId }: BodyOf<Calls["disable"]>) {
      const { scope } = actor;
      checkNotOneself(scope, accountId);
      const plantIds = await db.transaction().execute(async (trx) => {
        const account = await lockForRootChange(trx, scope, { accountId });
        if (account.isDisabled) return [];
        await checkRootRemains(trx, account);
        await updateAccount(trx, accountId, { disabledAt: new Date(clock.now()) });
        const endedSessions = await endAllSessions(trx, clock, { accountId, reason: "disabled" });
        await auditChange(trx, actor, account, { type: "account.disable", new: { endedSessions } });
        return await sharing.invitations.endWithAccount(trx, actor, { account, isCancelled: false });
      });
      publishClosed(accountId, plantIds);
      return { accountId };
    },

    async enableAccount(actor: Actor, { accountId }: BodyOf<Calls["enable"]>) {
      const { scope } = actor;
      await db.transaction().execute(async (trx) => {
        const account = await lockForChange(trx, scope, { accountId });
        if (!account.isDisabled) return;
        await updateAccount(trx, accountId, { disabledAt: null });
        await auditChange(trx, actor, account, { type: "account.enable" });
      });
      return { accountId };
    },

    async deleteAccount(actor: Actor, body: BodyOf<Calls["delete"]>): Promise<null> {
      const { scope } = actor;
      const { accountId } = body;
      checkNotOneself(scope, accountId);
      const plantIds = await db.transaction().execute(async (trx) => {
        const account = await lockForRootChange(trx, scope, body);
        if (isBuiltInRoot(account)) throw new AppError("A0430", { messageKey: "message.builtInStays" });
        await checkRootRemains(trx, account);
        await checkNoDependents(trx, account);
        const endedSessions = await endAllSessions(trx, clock, { accountId, reason: "cancelled" });
        const affected = await sharing.invitations.endWithAccount(trx, actor, { account, isCancelled: true });
        await eraseAccount(trx, actor, { accountId, at: new Date(clock.now()) });
        const { roleId } = account.columns;
        await auditChange(trx, actor, account, {
          type: "account.delete",
          original: { roleId },
          new: { endedSessions },
        });
        return affected;
      });
      publishClosed(accountId, plantIds);
      return null;
    },
  };
}
