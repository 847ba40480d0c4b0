import type { Transaction } from "../../../infra/postgres/database.ts";
import { replaceRolesOfCancelledAccounts } from "../accounts/accounts.service.ts";
import { getBuiltInRoleId } from "./assignable-roles.repository.ts";
import { deleteRoles, listRoleIdsOfCompany } from "./roles.repository.ts";

/** Deletes roles that no open account holds. Cancelled accounts keep their rows and get a built-in role instead. */
export async function deleteUnusedRoles(trx: Transaction, roleIds: readonly string[]): Promise<void> {
  const byRoleId = await getBuiltInRoleId(trx, "family");
  await replaceRolesOfCancelledAccounts(trx, { roleIds, byRoleId });
  await deleteRoles(trx, roleIds);
}

/** Deletes the roles that a company created, once no open account holds one. */
export async function deleteRolesOfCompany(trx: Transaction, companyId: string): Promise<void> {
  await deleteUnusedRoles(trx, await listRoleIdsOfCompany(trx, companyId));
}
