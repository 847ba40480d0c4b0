import { companyWideIds } from "@heliograph/contract";
import type { Scope } from "../access/access.service.ts";

/** What a role, or an account by its role, may do. */
export interface Rights {
  readonly isSuper: boolean;
  readonly permissionIds: readonly string[];
  /** Of an account: it sees no more than the caller's jurisdiction (`accountRights`). A role alone has none. */
  readonly isWithinReach?: boolean;
}

/** Nodes that count for an account as limited as the caller: those about the whole company have no effect there. */
function effectiveIds({ reach }: Scope, ids: readonly string[]): readonly string[] {
  return reach === "plants" ? ids.filter((id) => !companyWideIds.has(id)) : ids;
}

/**
 * Nobody grants what they lack, or touches who has it: all nodes must be the giver's own, only ROOT gives or touches ROOT,
 * and who sees chosen plants touches no account that sees others, ROOT or not.
 */
export function holdsAll(scope: Scope, rights: Rights): boolean {
  if (rights.isWithinReach === false) return false;
  if (scope.isSuper) return true;
  if (rights.isSuper) return false;
  const own: ReadonlySet<string> = scope.permissionIds;
  return effectiveIds(scope, rights.permissionIds).every((id) => own.has(id));
}
