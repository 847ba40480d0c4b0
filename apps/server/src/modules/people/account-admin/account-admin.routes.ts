import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { withMessage } from "../../base/access/mount.ts";
import type { AccountAdminService } from "./account-admin.service.ts";

export function mountAccountRoutes(mount: Mount, accounts: AccountAdminService): void {
  const { account } = endpoints;
  mount(account.addAccount, async (call) =>
    withMessage(await accounts.addAccount(call, call.body), "done.accountAdded"),
  );
  mount(account.listAccounts, ({ scope, query, language }) => accounts.listAccounts(scope, query, language));
  mount(account.get, ({ scope, query, language }) => accounts.getAccount(scope, query.accountId, language));
  mount(account.permissions, ({ scope, query, language }) =>
    accounts.getPermissions(scope, query.accountId, language),
  );
  mount(account.update, async (call) =>
    withMessage(await accounts.updateAccount(call, call.body), "done.accountSaved"),
  );
  mount(account.disable, async (call) =>
    withMessage(await accounts.disableAccount(call, call.body), "done.accountDisabled"),
  );
  mount(account.enable, async (call) =>
    withMessage(await accounts.enableAccount(call, call.body), "done.accountEnabled"),
  );
  mount(account.delete, async (call) =>
    withMessage(await accounts.deleteAccount(call, call.body), "done.accountDeleted"),
  );
  mount(account.resetPassword, async (call) =>
    withMessage(await accounts.resetPassword(call, call.body), "done.passwordReset"),
  );
  mount(account.removeSecondFactors, async (call) =>
    withMessage(await accounts.removeSecondFactors(call, call.body), "done.secondFactorsRemoved"),
  );
  mount(account.setScope, async (call) =>
    withMessage(await accounts.setScope(call, call.body), "done.scopeSaved"),
  );
}
