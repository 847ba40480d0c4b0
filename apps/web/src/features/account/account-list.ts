import { endpoints } from "virtual:endpoints";
import type { AccountStatus } from "@heliograph/contract";
import { defineTable } from "../../shared/ui/data-table/use-table.ts";

export const statuses: readonly AccountStatus[] = ["active", "invited", "disabled"];

/** Accounts of the own company and those below (R3.6); whose of the two is a parameter of the page. */
export const accountList = defineTable({
  name: "accounts",
  endpoint: endpoints.account.listAccounts,
  sorts: [
    "userName",
    "nickname",
    "companyName",
    "upstreamCompanyName",
    "supervisorName",
    "email",
    "phone",
    "status",
    "createdAt",
  ],
  pageSize: 50,
  filters: { status: statuses },
});
