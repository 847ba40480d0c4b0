import { endpoints } from "@heliograph/contract";
import type { Mount } from "../access/access.service.ts";
import { withMessage } from "../access/access.service.ts";
import type { AccountsService } from "./accounts.service.ts";

export function mountAccountRoutes(mount: Mount, accounts: AccountsService): void {
  const { account } = endpoints;
  mount(account.get, ({ scope, query, language }) => accounts.getAccount(scope, query.accountId, language));
  mount(account.update, async ({ scope, address, body }) =>
    withMessage(await accounts.updateAccount({ scope, address }, body), "done.accountSaved"),
  );
  mount(account.disable, async ({ scope, address, language, body }) =>
    withMessage(await accounts.disableAccount({ scope, address, language }, body), "done.accountDisabled"),
  );
  mount(account.enable, async ({ scope, address, body }) =>
    withMessage(await accounts.enableAccount({ scope, address }, body), "done.accountEnabled"),
  );
  mount(account.delete, async ({ scope, address, language, body }) =>
    withMessage(await accounts.deleteAccount({ scope, address, language }, body), "done.accountDeleted"),
  );
  mount(account.resetPassword, async ({ scope, address, body }) =>
    withMessage(await accounts.resetPassword({ scope, address }, body), "done.passwordReset"),
  );
  mount(account.removeSecondFactors, async ({ scope, address, body }) =>
    withMessage(await accounts.removeSecondFactors({ scope, address }, body), "done.secondFactorsRemoved"),
  );
  mount(account.setScope, async ({ scope, address, body }) =>
    withMessage(await accounts.setScope({ scope, address }, body), "done.scopeSaved"),
  );
}
