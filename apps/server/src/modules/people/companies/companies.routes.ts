import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { withMessage } from "../../base/access/mount.ts";
import type { CompaniesService } from "./companies.service.ts";

export function mountCompanyRoutes(mount: Mount, companies: CompaniesService): void {
  const { account, company } = endpoints;
  mount(account.addCompany, async (call) =>
    withMessage(await companies.addCompany(call, call.body), "done.companyAdded"),
  );
  mount(account.getCompany, ({ scope, query, language }) =>
    companies.getCompany(scope, query.companyId, language),
  );
  mount(company.tree, ({ scope, query, language }) => companies.getTree(scope, query, language));
  mount(company.update, async (call) =>
    withMessage(await companies.updateCompany(call, call.body), "done.companySaved"),
  );
  mount(company.delete, async (call) =>
    withMessage(await companies.deleteCompany(call, call.body), "done.companyDeleted"),
  );
}
