import type { Scope } from "../access/access.service.ts";

/** What a role, or an account by its role, may do. */
export interface Rights {
  readonly isSuper: boolean;
  readonly permissionIds: readonly string[];
}

/** Nobody grants what they lack: all nodes must be the giver's own, and only ROOT gives or touches ROOT. */
export function holdsAll(scope: Scope, rights: Rights): boolean {
  if (scope.isSuper) return true;
  if (rights.isSuper) return false;
  const own: ReadonlySet<string> = scope.permissionIds;
  return rights.permissionIds.every((id) => own.has(id));
}
