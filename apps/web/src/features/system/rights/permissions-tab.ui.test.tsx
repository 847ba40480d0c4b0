import type { AccountPermission, AccountPermissions, DataInputOf, Endpoint } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { makePermissions } from "../../../../test/ui/samples.ts";
import { text } from "../../../../test/ui/text.ts";

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
  // It may not be among the first accounts of the list.
  await expect.element(page.getByTitle(rights.userName)).toBeVisible();
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

const type: DataInputOf<typeof endpoints.customerType.get> = {
  customerTypeId: crypto.randomUUID(),
  code: null,
  name: "Plant owner",
  remarks: "",
  isBuiltIn: true,
  permissionCount: 1,
  roleCount: 1,
  accountCount: 1,
  permissionIds: ["station:read"],
  overriddenAt: null,
  revision: "1",
  roles: [{ roleId: crypto.randomUUID(), name: "Family", isBuiltIn: true, permissionIds: ["station:read"] }],
};

test("begins with the permissions of the own account and of the first account type", async () => {
  const accountId = crypto.randomUUID();
  const server = await openConsole({
    at: "/system/setup/permissions",
    user: { accountId },
    prepare(made) {
      made.reply(endpoints.account.permissions, rights);
      made.reply(endpoints.account.listAccounts, { rows: [], total: 0 });
      made.reply(endpoints.customerType.list, { rows: [type], total: 1 });
      made.reply(endpoints.customerType.get, type);
      made.reply(endpoints.permission.tree, { tree: makePermissions().tree });
    },
  });
  await expect.element(page.getByRole("row").filter({ hasText: "Edit plants" })).toBeVisible();
  const queryOf = (endpoint: Endpoint) => server.listCalls(endpoint).at(-1)?.query;
  await expect.poll(() => queryOf(endpoints.account.permissions)).toEqual({ accountId });
  await expect
    .poll(() => queryOf(endpoints.customerType.get))
    .toEqual({ customerTypeId: type.customerTypeId });
  await expect.element(page.getByRole("columnheader", { name: "Family" })).toBeVisible();
});

test("shows one account alone without the permission to view account types", async () => {
  await openConsole({
    at: "/system/setup/permissions",
    withheld: ["customerType:read"],
    prepare(made) {
      made.reply(endpoints.account.permissions, rights);
      made.reply(endpoints.account.listAccounts, { rows: [], total: 0 });
    },
  });
  await expect.element(page.getByText(text("rights.accountIntro"))).toBeVisible();
  await expect.element(page.getByRole("row").filter({ hasText: "Edit plants" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: text("rights.matrix") })).not.toBeInTheDocument();
});
