import type { PermissionId, Permissions } from "@heliograph/contract";

export type Needed = PermissionId | readonly [PermissionId, ...PermissionId[]];

/** Buttons: ROOT always passes, one id must be held, of several one is enough (R6.10). */
export function isAllowed(permissions: Pick<Permissions, "roles" | "perms">, needed: Needed): boolean {
  if (permissions.roles.includes("ROOT")) return true;
  const ids: readonly string[] = typeof needed === "string" ? [needed] : needed;
  return ids.some((id) => permissions.perms.includes(id));
}
