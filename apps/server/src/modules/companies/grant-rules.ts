import { companyWideIds } from "@heliograph/contract";
import type { Scope } from "../access/access.service.ts";

/** What a role, or an account by its role, may do. */
export interface Rights {
  readonly isSuper: boolean;
  readonly permissionIds: readonly string[];
  /** Of an account: it sees no more than the caller's jurisdiction (`accountRights`). A role alone has none. */
  readonly isWithinReach?: boolean;
}

/**
 * Nodes that a role may hold for the caller to give it: the caller's own, and for who sees chosen plants also those about
 * the whole company, which have no effect for accounts as limited as theirs.
 */
export function listGivableIds({ reach, permissionIds }: Scope): ReadonlySet<string> {
  return reach === "plants" ? companyWideIds.union(permissionIds) : permissionIds;
}

/**
 * Nobody grants what they lack, or touches who has it: all nodes must be the giver's own, only ROOT gives or touches ROOT,
 * and who sees chosen plants touches no account that sees others, ROOT or not.
 */
export function holdsAll(scope: Scope, rights: Rights): boolean {
  if (rights.isWithinReach === false) return false;
  if (scope.isSuper) return true;
  if (rights.isSuper) return false;
  const givable = listGivableIds(scope);
  return rights.permissionIds.every((id) => givable.has(id));
}
