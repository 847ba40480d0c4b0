import { endpoints } from "@heliograph/contract";
import type { Account, Api } from "./api.ts";

/** What a company needs beside its name. */
export const companyFacts = { address: "1 Sun Street", contact: "Dora", contactPhone: "+49 30 1234567" };

const PASSWORD = "Blue-roof-77";

interface NewAccount {
  readonly companyId: string;
  readonly userName: string;
  /** Code of a built-in role. */
  readonly role: string;
}

/** Adds an account of a company with a password; signs in with an email of its own. */
export async function addAccount(root: Api, { companyId, userName, role }: NewAccount): Promise<Account> {
  const { rows } = await root.call(endpoints.account.listRoles, { query: { pageSize: 200 } });
  const roleId = rows.find(({ code }) => code === role)?.roleId ?? "";
  const account = `${crypto.randomUUID()}@example.org`;
  await root.call(endpoints.account.addAccount, {
    body: { companyId, roleId, userName, email: account, password: PASSWORD },
  });
  return { account, password: PASSWORD };
}

/** Adds a company below another (the operator's by default) with an account that administers it. */
export async function addCompany(root: Api, mark: string, upstreamCompanyId?: string) {
  const name = `Company ${mark}`;
  const { companyId } = await root.call(endpoints.account.addCompany, {
    body: { name, ...companyFacts, ...(upstreamCompanyId !== undefined && { upstreamCompanyId }) },
  });
  const account = await addAccount(root, {
    companyId,
    userName: `Head ${mark}`,
    role: "distributor-administrator",
  });
  return { companyId, name, account };
}
