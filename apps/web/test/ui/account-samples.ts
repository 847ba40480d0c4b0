import type { AccountRow, CompanyNode, RoleRow } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import type { FakeServer } from "./fake-server.ts";

export const makeAccount = (change: Partial<AccountRow> = {}): AccountRow => ({
  accountId: crypto.randomUUID(),
  userName: "Ana",
  nickname: "",
  salutation: null,
  avatarId: null,
  relation: "colleague",
  customerTypeName: "Platform",
  roleName: "Viewer",
  companyId: crypto.randomUUID(),
  companyName: "Heliograph",
  upstreamCompanyName: null,
  supervisorName: null,
  phone: null,
  email: "ana@example.org",
  contact: "",
  remarks: "",
  status: "active",
  createdAt: "2026-05-04T09:00:00.000Z",
  ...change,
});

export const makeCompany = (change: Partial<CompanyNode> = {}): CompanyNode => ({
  companyId: crypto.randomUUID(),
  name: "Sun Ltd",
  path: [],
  administratorName: null,
  companyCount: 0,
  accountCount: 1,
  plantCount: 0,
  ...change,
});

export const makeRole = (change: Partial<RoleRow> = {}): RoleRow => ({
  roleId: crypto.randomUUID(),
  customerTypeId: crypto.randomUUID(),
  customerTypeName: "Platform",
  code: "viewer",
  name: "viewer",
  remarks: "",
  isBuiltIn: true,
  companyName: null,
  accountCount: 1,
  isEditable: true,
  ...change,
});

/** Replies to the lists of accounts, roles and account types; rows are searched and filtered as the server does. */
export function replyWithAccounts(
  server: FakeServer,
  accounts: readonly AccountRow[] = [makeAccount()],
  roles: readonly RoleRow[] = [makeRole()],
): void {
  server.reply(endpoints.account.listAccounts, ({ query: { status } }) => {
    const rows = accounts.filter((account) => status === undefined || account.status === status);
    return { rows, total: rows.length };
  });
  server.reply(endpoints.account.listRoles, ({ query: { search = "" } }) => {
    const rows = roles.filter(({ name }) => name.includes(search));
    return { rows, total: rows.length };
  });
  const types = roles.map(({ customerTypeId, customerTypeName }) => ({
    customerTypeId,
    code: "platform",
    name: customerTypeName,
    remarks: "",
    isBuiltIn: true,
    permissionCount: 1,
    roleCount: 1,
    accountCount: 1,
  }));
  server.reply(endpoints.customerType.list, { rows: types, total: types.length });
}
