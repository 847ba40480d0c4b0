import { endpoints } from "virtual:endpoints";
import { defineTable } from "../../shared/ui/table/use-table.ts";

/** Accounts of the own company and those below (R3.6); whose of the two is a parameter of the page. */
export const accountList = defineTable({
  name: "accounts",
  endpoint: endpoints.account.listAccounts,
  pageSize: 50,
  filters: ["status"],
});
