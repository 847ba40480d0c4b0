import type { Language, PermissionId, PermissionNode } from "@heliograph/contract";
import { companyWideIds, formatMessage, permissionIds, permissionTree } from "@heliograph/contract";

/** What decides the permissions of an account, as it is stored; ids are separated by commas. */
interface PermissionSource {
  isSuper: boolean;
  scopeKind: "company" | "plants";
  typePermissionIds: string;
  rolePermissionIds: string;
}

function computePermissions(account: PermissionSource): ReadonlySet<PermissionId> {
  const ids =
    account.scopeKind === "plants" ? permissionIds.filter((id) => !companyWideIds.has(id)) : permissionIds;
  if (account.isSuper) return new Set(ids);
  const ofType = new Set(account.typePermissionIds.split(","));
  const ofRole = new Set(account.rolePermissionIds.split(","));
  // Stored ids that this version no longer knows grant nothing.
  return new Set(ids.filter((id) => ofType.has(id) && ofRole.has(id)));
}

// More than there are roles; reached only by roles that are changed again and again.
const MAX_SETS = 1_000;
/** Sets by what they are computed from, never by role or session: a right that is withdrawn acts on the next request. */
const sets = new Map<string, ReadonlySet<PermissionId>>();

/** Permissions of an account: those that both its customer type and its role have; ROOT has all. */
export function listEnabledPermissions(account: PermissionSource): ReadonlySet<PermissionId> {
  const { isSuper, scopeKind, typePermissionIds, rolePermissionIds } = account;
  const key = `${isSuper} ${scopeKind} ${typePermissionIds} ${rolePermissionIds}`;
  const known = sets.get(key);
  if (known) return known;
  if (sets.size === MAX_SETS) sets.clear();
  const computed = computePermissions(account);
  sets.set(key, computed);
  return computed;
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
