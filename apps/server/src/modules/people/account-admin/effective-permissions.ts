import type { DataInputOf, endpoints, Language } from "@heliograph/contract";
import { companyWideIds, formatMessage, permissionIds } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { translateName } from "../../base/names/names.service.ts";
import { listEnabledPermissions } from "../identity/permissions.service.ts";
import { findRightSources } from "./account-rights.repository.ts";

/** What an account may do, permission by permission, and what each comes from or is withheld by. A0404 outside the scope. */
export async function getEffectivePermissions(
  db: Db,
  scope: Scope,
  { accountId, language }: { accountId: string; language: Language },
): Promise<DataInputOf<typeof endpoints.account.permissions>> {
  const account = await findRightSources(db, scope, accountId);
  if (!account) throw new AppError("A0404");
  const { roleName, roleCode, typeName, typeCode, ofRole, ofType, scopeKind, ...rest } = account;
  const enabled = listEnabledPermissions({
    isSuper: account.isSuper,
    scopeKind,
    rolePermissionIds: ofRole.join(","),
    typePermissionIds: ofType.join(","),
  });
  return {
    ...rest,
    accountId,
    scopeKind,
    roleName: translateName("role", { code: roleCode, name: roleName }, language),
    customerTypeName: translateName("customerType", { code: typeCode, name: typeName }, language),
    permissions: permissionIds.map((id) => ({
      permissionId: id,
      name: formatMessage(language, `permission.${id}`),
      isArea: !id.includes(":"),
      isEnabled: enabled.has(id),
      ofRole: ofRole.includes(id),
      ofType: ofType.includes(id),
      needsWholeCompany: companyWideIds.has(id),
    })),
  };
}
