import type { Language, PermissionId, PermissionNode } from "@heliograph/contract";
import { companyWideIds, formatMessage, permissionIds, permissionTree } from "@heliograph/contract";

/** Permissions of an account: those that both its customer type and its role have; ROOT has all. */
export function listEnabledPermissions(account: {
  isSuper: boolean;
  scopeKind: "company" | "plants";
  typePermissionIds: readonly string[];
  rolePermissionIds: readonly string[];
}): ReadonlySet<PermissionId> {
  const ids =
    account.scopeKind === "plants" ? permissionIds.filter((id) => !companyWideIds.has(id)) : permissionIds;
  if (account.isSuper) return new Set(ids);
  const ofType = new Set(account.typePermissionIds);
  const ofRole = new Set(account.rolePermissionIds);
  // Stored ids that this version no longer knows grant nothing.
  return new Set(ids.filter((id) => ofType.has(id) && ofRole.has(id)));
}

/** The whole tree in a language; permissions that are not enabled are present but disabled. */
export function buildPermissionTree(
  enabled: ReadonlySet<PermissionId>,
  language: Language,
): PermissionNode[] {
  const toNode = (id: PermissionId, children: PermissionNode[]): PermissionNode => ({
    id,
    name: formatMessage(language, `permission.${id}`),
    disabled: !enabled.has(id),
    children,
  });
  return permissionTree.map((area) =>
    toNode(
      area.id,
      area.children.map((child) => toNode(child.id, [])),
    ),
  );
}
