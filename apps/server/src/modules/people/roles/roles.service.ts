import type {
  AuditType,
  BodyOf,
  endpoints,
  FieldProblem,
  Language,
  PermissionNode,
  QueryOf,
  RoleDetail,
  RoleRow,
} from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { applyChange, isUnchanged } from "../../../infra/apply-change.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { translateName } from "../../base/names/names.service.ts";
import { buildPermissionTree } from "../identity/permissions.service.ts";
import { publishRightsChange } from "../identity/sessions.service.ts";
import { findType } from "./customer-types.repository.ts";
import { addAreas, hasAllPermissions, listKnownIds } from "./permission-rules.ts";
import { deleteUnusedRoles } from "./role-deletion.service.ts";
import type { RoleColumns, RoleRecord } from "./roles.repository.ts";
import {
  countHolders,
  findRole,
  insertRole,
  isRoleNameTaken,
  listRoleRecords,
  listSignedIn,
  lockRole,
  writeRole,
} from "./roles.repository.ts";

type Calls = typeof endpoints.role;

function toRow(role: RoleRecord, language: Language): RoleRow {
  const { roleId, customerTypeId, code, remarks, isBuiltIn, accountCount, isEditable } = role;
  return {
    roleId,
    customerTypeId,
    customerTypeName: translateName(
      "customerType",
      { code: role.typeCode, name: role.customerTypeName },
      language,
    ),
    code,
    name: translateName("role", role, language),
    remarks,
    isBuiltIn,
    companyName: isBuiltIn
      ? null
      : translateName("company", { code: role.companyCode, name: role.companyName }, language),
    accountCount,
    isEditable,
  };
}

const columnsOf = ({ name, remarks, permissionIds }: RoleColumns) => ({ name, remarks, permissionIds });

/** Roles; mount() has checked that the role is in the caller's scope. */
export function createRolesService({ db, bus }: { db: Db; bus: Bus }) {
  /** The permissions to store, with their areas. Throws for one outside the customer type or the caller's own. */
  function checkPermissions(
    scope: Scope,
    requested: readonly string[],
    ofType: readonly string[],
  ): readonly string[] {
    const ids = addAreas(requested);
    const type = new Set(ofType);
    if (!ids.every((id) => type.has(id)))
      throw new AppError("A0400", { fields: [{ path: "permissionIds", key: "field.outsideType" }] });
    if (!hasAllPermissions(scope, ids))
      throw new AppError("A0300", { messageKey: "message.grantWhatYouHave" });
    return ids;
  }

  async function checkName(trx: Transaction, scope: Scope, role: Parameters<typeof isRoleNameTaken>[2]) {
    const fields: FieldProblem[] = [{ path: "name", key: "field.taken" }];
    if (await isRoleNameTaken(trx, scope, role)) throw new AppError("A0111", { fields });
  }

  /** Locks the role. Throws A0404, or A0300 when the caller may not change it. */
  async function lockForChange(trx: Transaction, scope: Scope, roleId: string): Promise<RoleRecord> {
    const role = await lockRole(trx, scope, roleId);
    if (!role) throw new AppError("A0404");
    if (!role.isBuiltIn && !role.isEditable) throw new AppError("A0300");
    return role;
  }

  const audit = (
    trx: Transaction,
    { scope, address }: Actor,
    entry: { type: AuditType; roleId: string; companyId: string; original?: unknown; new?: unknown },
  ) => {
    const { roleId, ...rest } = entry;
    const object = { objectType: "role", objectId: roleId } as const;
    return writeAudit(trx, {
      kind: "operation",
      actorId: scope.accountId,
      ...object,
      ...rest,
      method: "api",
      address,
    });
  };

  return {
    async listRoles(
      scope: Scope,
      query: QueryOf<typeof endpoints.account.listRoles>,
      language: Language,
    ): Promise<{ rows: RoleRow[]; total: number }> {
      const { rows, total } = await listRoleRecords(db, scope, query);
      return { rows: rows.map((role) => toRow(role, language)), total };
    },

    async getRole(scope: Scope, roleId: string, language: Language): Promise<RoleDetail> {
      const role = await findRole(db, scope, roleId);
      if (!role) throw new AppError("A0404");
      return {
        ...toRow(role, language),
        permissionIds: listKnownIds(role.permissionIds),
        revision: role.revision,
      };
    },

    /** The tree with the permissions that the caller may assign enabled; limited to a customer type if given. */
    async getTree(
      scope: Scope,
      customerTypeId: string | undefined,
      language: Language,
    ): Promise<{ tree: PermissionNode[] }> {
      const type = customerTypeId === undefined ? undefined : await findType(db, scope, customerTypeId);
      if (customerTypeId !== undefined && !type) throw new AppError("A0404");
      const ofType = type && new Set(type.permissionIds);
      const enabled = [...scope.permissionIds].filter((id) => !ofType || ofType.has(id));
      return { tree: buildPermissionTree(new Set(enabled), language) };
    },

    async addRole(actor: Actor, body: BodyOf<Calls["add"]>): Promise<{ roleId: string }> {
      const { scope } = actor;
      const { customerTypeId } = body;
      const companyId = scope.companyId as string;
      return await db.transaction().execute(async (trx) => {
        const type = await findType(trx, scope, customerTypeId);
        if (!type)
          throw new AppError("A0400", { fields: [{ path: "customerTypeId", key: "field.notThere" }] });
        const role = {
          ...columnsOf(body),
          permissionIds: checkPermissions(scope, body.permissionIds, type.permissionIds),
        };
        await checkName(trx, scope, { companyId, customerTypeId, name: body.name });
        const roleId = await insertRole(trx, scope, { ...role, customerTypeId });
        await audit(trx, actor, { type: "role.add", roleId, companyId, new: { ...role, customerTypeId } });
        return { roleId };
      });
    },

    async updateRole(
      actor: Actor,
      body: BodyOf<Calls["update"]>,
    ): Promise<{ roleId: string; revision: string }> {
      const { scope } = actor;
      const { roleId } = body;
      const { revision, affectedIds } = await db.transaction().execute(async (trx) => {
        const role = await lockForChange(trx, scope, roleId);
        if (role.revision !== body.revision) throw new AppError("A0440");
        if (role.isBuiltIn) throw new AppError("A0300", { messageKey: "message.builtInStays" });
        // A caller who lacks one of the current permissions may not remove it either.
        if (!hasAllPermissions(scope, role.permissionIds)) throw new AppError("A0300");
        const permissionIds =
          body.permissionIds && checkPermissions(scope, body.permissionIds, role.typePermissionIds);
        const after = applyChange(columnsOf(role), { ...body, permissionIds });
        const { companyId, customerTypeId } = role;
        await checkName(trx, scope, { companyId, customerTypeId, name: after.name, exceptId: roleId });
        if (isUnchanged(columnsOf(role), after)) return { revision: role.revision, affectedIds: [] };
        await audit(trx, actor, {
          type: "role.update",
          roleId,
          companyId,
          original: columnsOf(role),
          new: after,
        });
        const revision = await writeRole(trx, role, after);
        return { revision, affectedIds: await listSignedIn(trx, role) };
      });
      publishRightsChange(bus, affectedIds);
      return { roleId, revision };
    },

    async deleteRole(actor: Actor, { roleId }: BodyOf<Calls["delete"]>): Promise<null> {
      const { scope } = actor;
      return await db.transaction().execute(async (trx) => {
        const role = await lockForChange(trx, scope, roleId);
        if (role.isBuiltIn) throw new AppError("A0430", { messageKey: "message.builtInStays" });
        if (!hasAllPermissions(scope, role.permissionIds)) throw new AppError("A0300");
        const count = await countHolders(trx, role);
        if (count > 0)
          throw new AppError("A0430", {
            fields: [{ path: "accounts", key: "inUse.accounts", params: { count } }],
          });
        await deleteUnusedRoles(trx, [roleId]);
        await audit(trx, actor, {
          type: "role.delete",
          roleId,
          companyId: role.companyId,
          original: columnsOf(role),
        });
        return null;
      });
    },
  };
}

export type RolesService = ReturnType<typeof createRolesService>;
