import type { AccountPermission, AccountPermissions } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";

const permission = (name: string, changes: Partial<AccountPermission> = {}): AccountPermission => ({
  permissionId: "station:edit",
  name,
  isArea: false,
  isEnabled: false,
  ofRole: false,
  ofType: true,
  needsWholeCompany: false,
  ...changes,
});

const rights: AccountPermissions = {
  accountId: crypto.randomUUID(),
  userName: "Ada",
  isSuper: false,
  scopeKind: "plants",
  roleName: "Family",
  customerTypeName: "Plant owner",
  ownedPlants: 1,
  sharedPlants: 2,
  permissions: [
    permission("View plants", { permissionId: "station:read", ofRole: true, isEnabled: true }),
    permission("Edit plants", { permissionId: "station:edit" }),
    permission("View accounts", { permissionId: "account:read", ofType: false }),
    permission("Edit roles", { permissionId: "role:edit", ofRole: true, needsWholeCompany: true }),
  ],
};

test("shows for every permission of an account whether it has it and where that comes from", async () => {
  await openConsole({
    at: `/system/setup/permissions?account=${rights.accountId}`,
    prepare(server) {
      server.reply(endpoints.account.permissions, rights);
      server.reply(endpoints.account.listAccounts, { rows: [], total: 0 });
      server.reply(endpoints.customerType.list, { rows: [], total: 0 });
    },
  });
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect
    .element(row("View plants"))
    .toMatchTextContent("View plantsAllowedRole Family and account type Plant owner");
  await expect.element(row("Edit plants")).toMatchTextContent("Not allowedNot in the role Family");
  await expect.element(row("View accounts")).toMatchTextContent("Not in the account type Plant owner");
  await expect
    .element(row("Edit roles"))
    .toMatchTextContent("Not available to accounts limited to selected plants");
});
