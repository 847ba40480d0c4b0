import type {
  AuditType,
  BodyOf,
  CustomerTypeDetail,
  CustomerTypeRow,
  endpoints,
  Language,
  QueryOf,
} from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { applyChange, isUnchanged } from "../../../infra/apply-change.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { translateName } from "../../base/names/names.service.ts";
import { publishRightsChange } from "../identity/sessions.service.ts";
import type { CustomerTypeRecord, TypeColumns } from "./customer-types.repository.ts";
import {
  countRolesOf,
  findType,
  insertType,
  isTypeNameTaken,
  listRolesOfType,
  listTypeRecords,
  lockType,
  markOverridden,
  overrideRoles,
  removeType,
  writeType,
} from "./customer-types.repository.ts";
import { addAreas, findDifference, hasAllPermissions, listKnownIds } from "./permission-rules.ts";
import { listSignedIn } from "./roles.repository.ts";

type Calls = typeof endpoints.customerType;

const OPERATOR_CODE = "platform-operator";
const OVERRIDABLE_CODE = "service-channel-distributor";

function toRow(type: CustomerTypeRecord, language: Language): CustomerTypeRow {
  const { customerTypeId, code, remarks, isBuiltIn, roleCount, accountCount } = type;
  const permissionCount = listKnownIds(type.permissionIds).length;
  const name = translateName("customerType", type, language);
  return { customerTypeId, code, name, remarks, isBuiltIn, permissionCount, roleCount, accountCount };
}

const columnsOf = ({ name, remarks, permissionIds }: TypeColumns) => ({ name, remarks, permissionIds });

/** Customer types, and the override of their roles; only the operator changes them. */
export function createCustomerTypesService({ db, clock, bus }: { db: Db; clock: Clock; bus: Bus }) {
  async function checkName(trx: Transaction, type: { name: string; exceptId?: string }): Promise<void> {
    if (await isTypeNameTaken(trx, type))
      throw new AppError("A0111", { fields: [{ path: "name", key: "field.taken" }] });
  }

  async function lockForChange(
    trx: Transaction,
    scope: Scope,
    target: { customerTypeId: string; revision?: string },
  ) {
    const type = await lockType(trx, scope, target.customerTypeId);
    if (!type) throw new AppError("A0404");
    if (target.revision !== undefined && type.revision !== target.revision) throw new AppError("A0440");
    return type;
  }

  const audit = (
    trx: Transaction,
    { scope, address }: Actor,
    entry: { type: AuditType; customerTypeId: string; original?: unknown; new?: unknown },
  ) => {
    const { customerTypeId, ...rest } = entry;
    return writeAudit(trx, {
      kind: "operation",
      actorId: scope.accountId,
      companyId: scope.companyId,
      objectType: "customerType",
      objectId: customerTypeId,
      method: "api",
      address,
      ...rest,
    });
  };

  /** A built-in customer type keeps its name, which is translated. */
  function toColumns(
    type: CustomerTypeRecord,
    body: BodyOf<Calls["update"]>,
    language: Language,
  ): TypeColumns {
    const permissionIds = body.permissionIds && addAreas(body.permissionIds);
    const after = applyChange(columnsOf(type), { ...body, permissionIds });
    if (!type.isBuiltIn) return after;
    if (body.name !== undefined && body.name !== translateName("customerType", type, language))
      throw new AppError("A0400", { fields: [{ path: "name", key: "field.builtInName" }] });
    return { ...after, name: type.name };
  }

  return {
    async listTypes(
      scope: Scope,
      query: QueryOf<Calls["list"]> & object,
      language: Language,
    ): Promise<{ rows: CustomerTypeRow[]; total: number }> {
      const { rows, total } = await listTypeRecords(db, scope, query);
      return { rows: rows.map((type) => toRow(type, language)), total };
    },

    async getType(scope: Scope, customerTypeId: string, language: Language): Promise<CustomerTypeDetail> {
      const type = await findType(db, scope, customerTypeId);
      if (!type) throw new AppError("A0404");
      const roles = await listRolesOfType(db, scope, customerTypeId);
      return {
        ...toRow(type, language),
        permissionIds: listKnownIds(type.permissionIds),
        overriddenAt: type.overriddenAt?.toISOString() ?? null,
        revision: type.revision,
        roles: roles.map(({ roleId, isBuiltIn, permissionIds, ...role }) => ({
          roleId,
          name: translateName("role", role, language),
          isBuiltIn,
          permissionIds: listKnownIds(permissionIds),
        })),
      };
    },

    async addType(actor: Actor, body: BodyOf<Calls["add"]>): Promise<{ customerTypeId: string }> {
      const { scope } = actor;
      const columns = { ...columnsOf(body), permissionIds: addAreas(body.permissionIds) };
      if (!hasAllPermissions(scope, columns.permissionIds))
        throw new AppError("A0300", { messageKey: "message.grantWhatYouHave" });
      return await db.transaction().execute(async (trx) => {
        await checkName(trx, body);
        const customerTypeId = await insertType(trx, columns);
        await audit(trx, actor, { type: "customerType.add", customerTypeId, new: columns });
        return { customerTypeId };
      });
    },

    async updateType(
      actor: Actor,
      body: BodyOf<Calls["update"]>,
    ): Promise<{ customerTypeId: string; revision: string }> {
      const { scope, language } = actor;
      const { customerTypeId } = body;
      const { revision, affectedIds } = await db.transaction().execute(async (trx) => {
        const type = await lockForChange(trx, scope, body);
        // Every start gives the operator all permissions again; removing one could lock every user out.
        if (type.code === OPERATOR_CODE) throw new AppError("A0300", { messageKey: "message.builtInStays" });
        const after = toColumns(type, body, language);
        if (!hasAllPermissions(scope, findDifference(listKnownIds(type.permissionIds), after.permissionIds)))
          throw new AppError("A0300", { messageKey: "message.grantWhatYouHave" });
        if (!type.isBuiltIn) await checkName(trx, { name: after.name, exceptId: customerTypeId });
        if (isUnchanged(columnsOf(type), after)) return { revision: type.revision, affectedIds: [] };
        await audit(trx, actor, {
          type: "customerType.update",
          customerTypeId,
          original: columnsOf(type),
          new: after,
        });
        const revision = await writeType(trx, type, after);
        return { revision, affectedIds: await listSignedIn(trx, type) };
      });
      publishRightsChange(bus, affectedIds);
      return { customerTypeId, revision };
    },

    async deleteType(actor: Actor, { customerTypeId }: BodyOf<Calls["delete"]>): Promise<null> {
      const { scope } = actor;
      return await db.transaction().execute(async (trx) => {
        const type = await lockForChange(trx, scope, { customerTypeId });
        if (type.isBuiltIn) throw new AppError("A0430", { messageKey: "message.builtInStays" });
        const count = await countRolesOf(trx, type);
        if (count > 0)
          throw new AppError("A0430", { fields: [{ path: "roles", key: "inUse.roles", params: { count } }] });
        await removeType(trx, type);
        await audit(trx, actor, { type: "customerType.delete", customerTypeId, original: columnsOf(type) });
        return null;
      });
    },

    /** R6.3: irreversible, so the name must be typed, and the audit records the previous permissions of each role. */
    async overrideType(actor: Actor, body: BodyOf<typeof endpoints.permission.override>) {
      const { scope, language } = actor;
      const { customerTypeId } = body;
      const done = await db.transaction().execute(async (trx) => {
        const type = await lockForChange(trx, scope, body);
        if (type.code !== OVERRIDABLE_CODE)
          throw new AppError("A0400", { fields: [{ path: "customerTypeId", key: "field.notOverridable" }] });
        if (body.confirmName !== translateName("customerType", type, language))
          throw new AppError("A0400", { fields: [{ path: "confirmName", key: "field.confirmName" }] });
        if (!hasAllPermissions(scope, listKnownIds(type.permissionIds))) throw new AppError("A0300");
        const roles = await overrideRoles(trx, type);
        await audit(trx, actor, {
          type: "permission.override",
          customerTypeId,
          original: { roles },
          new: { permissionIds: type.permissionIds },
        });
        const revision = await markOverridden(trx, type, new Date(clock.now()));
        return { revision, roleCount: roles.length, affectedIds: await listSignedIn(trx, type) };
      });
      publishRightsChange(bus, done.affectedIds);
      return { customerTypeId, revision: done.revision, roleCount: done.roleCount };
    },
  };
}

export type CustomerTypesService = ReturnType<typeof createCustomerTypesService>;
