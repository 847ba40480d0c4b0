import { endpoints } from "@heliograph/contract";
import type { Mount } from "../access/access.service.ts";
import { withMessage } from "../access/access.service.ts";
import type { CompaniesService } from "./companies.service.ts";

export function mountCompanyRoutes(mount: Mount, companies: CompaniesService): void {
  const { account, company } = endpoints;
  mount(account.addCompany, async ({ scope, address, body }) =>
    withMessage(await companies.addCompany({ scope, address }, body), "done.companyAdded"),
  );
  mount(account.addAccount, async ({ scope, address, body }) =>
    withMessage(await companies.addAccount({ scope, address }, body), "done.accountAdded"),
  );
  mount(account.getCompany, ({ scope, query, language }) =>
    companies.getCompany(scope, query.companyId, language),
  );
  mount(account.listAccounts, ({ scope, query, language }) => companies.listAccounts(scope, query, language));
  mount(company.tree, ({ scope, query, language }) => companies.getTree(scope, query, language));
  mount(company.update, async ({ scope, address, language, body }) =>
    withMessage(await companies.updateCompany({ scope, address, language }, body), "done.companySaved"),
  );
  mount(company.delete, async ({ scope, address, body }) =>
    withMessage(await companies.deleteCompany({ scope, address }, body), "done.companyDeleted"),
  );
}
