import { endpoints } from "@heliograph/contract";
import type { ExampleEntry, ExampleValues } from "./example.ts";
import { EXAMPLE_PASSWORD, nothing } from "./example.ts";

const { account, company, role, customerType, permission } = endpoints;

export const createAccountExamples = (values: ExampleValues): ExampleEntry[] => [
  [permission.getPermission, nothing],
  [
    account.addCompany,
    () => ({
      body: {
        upstreamCompanyId: "",
        name: values.name("Company"),
        address: "1 Sun Street",
        contact: "Dora",
        contactPhone: "+49 30 1234567",
      },
    }),
  ],
  [
    account.addAccount,
    () => ({
      body: {
        companyId: "",
        roleId: "",
        supervisorId: "",
        userName: "Someone",
        email: values.email("ben"),
        password: EXAMPLE_PASSWORD,
      },
    }),
  ],
  [account.getCompany, () => ({ query: { companyId: "" } })],
  [account.listAccounts, () => ({ query: { companyId: "" } })],
  [account.listRoles, () => ({ query: { customerTypeId: "", companyId: "" } })],
  [account.get, () => ({ query: { accountId: "" } })],
  [account.permissions, () => ({ query: { accountId: "" } })],
  [
    account.update,
    () => ({
      body: {
        accountId: "",
        roleId: "",
        supervisorId: "",
        userName: "Someone",
        email: "a@example.org",
        revision: "0",
      },
    }),
  ],
  [account.disable, () => ({ body: { accountId: "" } })],
  [account.enable, () => ({ body: { accountId: "" } })],
  [account.delete, () => ({ body: { accountId: "", revision: "0" } })],
  [account.resetPassword, () => ({ body: { accountId: "", password: EXAMPLE_PASSWORD } })],
  [account.removeSecondFactors, () => ({ body: { accountId: "" } })],
  [account.setScope, () => ({ body: { accountId: "", stationIds: [""], kind: "plants", revision: "0" } })],
  [company.tree, () => ({ query: { upstreamCompanyId: "" } })],
  [
    company.update,
    () => ({
      body: { companyId: "", upstreamCompanyId: "", administratorId: "", name: "A name", revision: "0" },
    }),
  ],
  [company.delete, () => ({ body: { companyId: "", revision: "0" } })],
  [role.get, () => ({ query: { roleId: "" } })],
  [
    role.add,
    () => ({ body: { customerTypeId: "", name: values.name("Role"), permissionIds: ["station:read"] } }),
  ],
  [
    role.update,
    () => ({ body: { roleId: "", name: "A role", permissionIds: ["station:read"], revision: "0" } }),
  ],
  [role.delete, () => ({ body: { roleId: "" } })],
  [customerType.list, nothing],
  [customerType.get, () => ({ query: { customerTypeId: "" } })],
  [customerType.add, () => ({ body: { name: values.name("Type"), permissionIds: ["station:read"] } })],
  [
    customerType.update,
    () => ({
      body: { customerTypeId: "", name: "A type", permissionIds: ["station:read"], revision: "0" },
    }),
  ],
  [customerType.delete, () => ({ body: { customerTypeId: "" } })],
  [permission.tree, () => ({ query: { customerTypeId: "" } })],
  [
    permission.override,
    () => ({ body: { customerTypeId: "", revision: "0", confirmName: "Service channel distributor" } }),
  ],
  [permission.checkStationOp, () => ({ query: { stationId: "" } })],
];
