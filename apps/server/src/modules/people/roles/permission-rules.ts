import type { PermissionId } from "@heliograph/contract";
import { permissionIds as allIds } from "@heliograph/contract";
import type { Scope } from "../../base/access/scope.ts";

/** The permissions with their areas, in tree order: the web app shows a permission only with its area. */
export function addAreas(ids: readonly string[]): PermissionId[] {
  const wanted = new Set(ids.flatMap((id) => [id, id.split(":")[0] as string]));
  return allIds.filter((id) => wanted.has(id));
}

/** The stored ids that this version knows. */
export function listKnownIds(stored: readonly string[]): PermissionId[] {
  const ids = new Set(stored);
  return allIds.filter((id) => ids.has(id));
}

/** Permissions that are in only one of the two lists. */
export function findDifference(before: readonly string[], after: readonly string[]): string[] {
  const [old, next] = [new Set(before), new Set(after)];
  return [...before.filter((id) => !next.has(id)), ...after.filter((id) => !old.has(id))];
}

/** Whether the caller has all of these permissions; ROOT has. */
export function hasAllPermissions(scope: Scope, ids: readonly string[]): boolean {
  const own: ReadonlySet<string> = scope.permissionIds;
  return scope.isSuper || ids.every((id) => own.has(id));
}
