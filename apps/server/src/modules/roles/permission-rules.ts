import type { PermissionId } from "@heliograph/contract";
import { permissionIds as allIds } from "@heliograph/contract";
import type { Scope } from "../access/access.service.ts";

/** The nodes with their areas, in tree order: a part without its area would be out of reach on screen. */
export function withAreas(ids: readonly string[]): PermissionId[] {
  const wanted = new Set(ids.flatMap((id) => [id, id.split(":")[0] as string]));
  return allIds.filter((id) => wanted.has(id));
}

/** Stored ids that this version still knows. */
export function knownIds(stored: readonly string[]): PermissionId[] {
  const ids = new Set(stored);
  return allIds.filter((id) => ids.has(id));
}

/** Nodes that are in one of the two and not in both. */
export function findDifference(before: readonly string[], after: readonly string[]): string[] {
  const [old, next] = [new Set(before), new Set(after)];
  return [...before.filter((id) => !next.has(id)), ...after.filter((id) => !old.has(id))];
}

/** Whether the caller has all of them; ROOT does. */
export function hasAll(scope: Scope, ids: readonly string[]): boolean {
  const own: ReadonlySet<string> = scope.permissionIds;
  return scope.isSuper || ids.every((id) => own.has(id));
}
