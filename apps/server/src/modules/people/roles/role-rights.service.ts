import type { FieldProblem } from "@heliograph/contract";
import { companyWideIds } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { findAssignableRole, getBuiltInRoleId } from "./assignable-roles.repository.ts";

/** What a role, or an account by its role, may do. */
export interface Rights {
  readonly isSuper: boolean;
  readonly permissionIds: readonly string[];
  /** Of an account: it has access to no plant that the caller has no access to. A role alone has no such limit. */
  readonly isWithinPlantAccess?: boolean;
}

/**
 * Permissions that a role may have for the caller to assign it: the caller's own, and for callers with chosen plants also
 * the company-wide ones, which have no effect for accounts as limited as theirs.
 */
export function listAssignableIds({ jurisdiction, permissionIds }: Scope): ReadonlySet<string> {
  return jurisdiction === "plants" ? companyWideIds.union(permissionIds) : permissionIds;
}

/**
 * Whether the caller has every one of these rights, and so may assign them and change accounts that have them. Only ROOT
 * assigns or changes ROOT, and callers with chosen plants change no account with access to other plants, not even ROOT.
 */
export function hasAllRights(scope: Scope, rights: Rights): boolean {
  if (rights.isWithinPlantAccess === false) return false;
  if (scope.isSuper) return true;
  if (rights.isSuper) return false;
  const assignable = listAssignableIds(scope);
  return rights.permissionIds.every((id) => assignable.has(id));
}

/**
 * Checks that the caller may assign a role to an account of a company. Returns what is wrong with the choice; throws A0300
 * for a role with rights that the caller lacks.
 */
export async function findRoleProblem(
  executor: Db | Transaction,
  scope: Scope,
  { roleId, companyId }: { roleId: string; companyId: string },
): Promise<FieldProblem | undefined> {
  const role = await findAssignableRole(executor, scope, { roleId, companyId });
  if (!role) return { path: "roleId", key: "field.notThere" };
  if (!hasAllRights(scope, role)) throw new AppError("A0300", { messageKey: "message.grantWhatYouHave" });
  const isOperatorCompany = scope.isPlatform && companyId === scope.companyId;
  return role.isOperatorType && !isOperatorCompany ? { path: "roleId", key: "field.choice" } : undefined;
}

/** The id of a built-in role. */
export async function getRoleIdByCode(executor: Db | Transaction, code: "owner" | "family"): Promise<string> {
  return await getBuiltInRoleId(executor, code);
}
