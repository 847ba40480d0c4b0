import type { PermissionId, Permissions } from "@heliograph/contract";
import { isNodeEnabled } from "@heliograph/contract/permission-nodes";

export type RequiredPermission = PermissionId | readonly [PermissionId, ...PermissionId[]];

/** Buttons: ROOT always passes, one id must be held, of several one is enough (R6.10). */
export function isAllowed(
  permissions: Pick<Permissions, "roles" | "perms">,
  needed: RequiredPermission,
): boolean {
  if (permissions.roles.includes("ROOT")) return true;
  return toIds(needed).some((id) => permissions.perms.includes(id));
}

/** Pages and menu entries: a node of the tree must exist and not be disabled (R6.8, R6.12). */
export const canOpen = (permissions: Pick<Permissions, "tree">, needed: RequiredPermission): boolean =>
  toIds(needed).some((id) => isNodeEnabled(permissions.tree, id));

const toIds = (needed: RequiredPermission): readonly string[] =>
  typeof needed === "string" ? [needed] : needed;

/** Says nothing when a permission is named; throws where one is asked for without a value (R5.22). */
export function assertPermissionNamed(needed: unknown, place: string): asserts needed is RequiredPermission {
  const ids: readonly unknown[] = Array.isArray(needed) ? needed : [needed];
  if (ids.length === 0 || ids.some((id) => typeof id !== "string" || id === ""))
    throw new Error(`${place} asks for a permission and names none`);
}

interface Guarded {
  readonly path?: string | undefined;
  readonly handle?: unknown;
  readonly needs?: unknown;
  readonly children?: readonly Guarded[] | undefined;
}

/** Throws where a route or a page of the menu asks for a permission without naming one (R5.22). */
export function assertGuards(guarded: readonly Guarded[]): void {
  for (const page of guarded) {
    const { path = "", handle, children = [] } = page;
    for (const guard of [page, handle])
      if (typeof guard === "object" && guard !== null && "needs" in guard)
        assertPermissionNamed(guard.needs, path);
    assertGuards(children);
  }
}
