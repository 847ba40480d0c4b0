import type {
  AuditType,
  BodyOf,
  CustomerTypeDetail,
  CustomerTypeRow,
  endpoints,
  Language,
  QueryOf,
} from "@heliograph/contract";
import { applyChange, isUnchanged } from "../../infra/apply-change.ts";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { nameOf, publishRightsChange } from "../identity/identity.service.ts";
import type { CustomerTypeRecord, TypeColumns } from "./customer-types.repository.ts";
import {
  countRolesOf,
  findType,
  insertType,
  isTypeNameTaken,
  listRolesOfType,
  listTypeRecords,
  markOverridden,
  overrideRoles,
  removeType,
  takeType,
  writeType,
} from "./customer-types.repository.ts";
import { findDifference, hasAll, knownIds, withAreas } from "./permission-rules.ts";
import { listSignedIn } from "./roles.repository.ts";

type Calls = typeof endpoints.customerType;

interface Actor {
  readonly scope: Scope;
  readonly address: string;
}

const operatorCode = "platform-operator";
const overridableCode = "service-channel-distributor";

function toRow(type: CustomerTypeRecord, language: Language): CustomerTypeRow {
  const { customerTypeId, code, remarks, isBuiltIn, roleCount, accountCount } = type;
  const permissionCount = knownIds(type.permissionIds).length;
  const name = nameOf("customerType", type, language);
  return { customerTypeId, code, name, remarks, isBuiltIn, permissionCount, roleCount, accountCount };
}

const columnsOf = ({ name, remarks, permissionIds }: TypeColumns) => ({ name, remarks, permissionIds });

/** Customer types, and the override of their roles; those who change them belong to the operator. */
export function createCustomerTypesService({ db, clock, bus }: { db: Db; clock: Clock; bus: Bus }) {
  async function checkName(trx: Transaction, type: { name: string; exceptId?: string }): Promise<void> {
    if (await isTypeNameTaken(trx, type))
      throw new AppError("A0111", { fields: [{ path: "name", key: "field.taken" }] });
  }

  async function take(trx: Transaction, scope: Scope, target: { customerTypeId: string; revision?: string }) {
    const type = await takeType(trx, scope, target.customerTypeId);
    if (!type) throw new AppError("A0404");
    if (target.revision !== undefined && type.revision !== target.revision) throw new AppError("A0440");
    return type;
  }

  const record = (
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

  /** A built-in type keeps its name, which every language has its own for. */
  function toColumns(
    type: CustomerTypeRecord,
    body: BodyOf<Calls["update"]>,
    language: Language,
  ): TypeColumns {
    const permissionIds = body.permissionIds && withAreas(body.permissionIds);
    const after = applyChange(columnsOf(type), { ...body, permissionIds });
    if (!type.isBuiltIn) return after;
    if (body.name !== undefined && body.name !== nameOf("customerType", type, language))
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
        permissionIds: knownIds(type.permissionIds),
        overriddenAt: type.overriddenAt?.toISOString() ?? null,
        revision: type.revision,
        roles: roles.map(({ roleId, isBuiltIn, permissionIds, ...role }) => ({
          roleId,
          name: nameOf("role", role, language),
          isBuiltIn,
          permissionIds: knownIds(permissionIds),
        })),
      };
    },

    async addType(actor: Actor, body: BodyOf<Calls["add"]>): Promise<{ customerTypeId: string }> {
      const { scope } = actor;
      const columns = { ...columnsOf(body), permissionIds: withAreas(body.permissionIds) };
      if (!hasAll(scope, columns.permissionIds))
        throw new AppError("A0300", { messageKey: "message.grantWhatYouHave" });
      return await db.transaction().execute(async (trx) => {
        await checkName(trx, body);
        const customerTypeId = await insertType(trx, scope, columns);
        await record(trx, actor, { type: "customerType.add", customerTypeId, new: columns });
        return { customerTypeId };
      });
    },

    async updateType(
      actor: Actor & { language: Language },
      body: BodyOf<Calls["update"]>,
    ): Promise<{ customerTypeId: string; revision: string }> {
      const { scope, language } = actor;
      const { customerTypeId } = body;
      const { revision, watchers } = await db.transaction().execute(async (trx) => {
        const type = await take(trx, scope, body);
        // Every start gives the operator all nodes again; taking one away could shut everybody out.
        if (type.code === operatorCode) throw new AppError("A0300", { messageKey: "message.builtInStays" });
        const after = toColumns(type, body, language);
        if (!hasAll(scope, findDifference(knownIds(type.permissionIds), after.permissionIds)))
          throw new AppError("A0300", { messageKey: "message.grantWhatYouHave" });
        if (!type.isBuiltIn) await checkName(trx, { name: after.name, exceptId: customerTypeId });
        if (isUnchanged(columnsOf(type), after)) return { revision: type.revision, watchers: [] };
        await record(trx, actor, {
          type: "customerType.update",
          customerTypeId,
          original: columnsOf(type),
          new: after,
        });
        const revision = await writeType(trx, scope, customerTypeId, after);
        return { revision, watchers: await listSignedIn(trx, { customerTypeId }) };
      });
      publishRightsChange(bus, watchers);
      return { customerTypeId, revision };
    },

    async deleteType(actor: Actor, { customerTypeId }: BodyOf<Calls["delete"]>): Promise<null> {
      const { scope } = actor;
      return await db.transaction().execute(async (trx) => {
        const type = await take(trx, scope, { customerTypeId });
        if (type.isBuiltIn) throw new AppError("A0430", { messageKey: "message.builtInStays" });
        const count = await countRolesOf(trx, scope, customerTypeId);
        if (count > 0)
          throw new AppError("A0430", { fields: [{ path: "roles", key: "hold.roles", params: { count } }] });
        await removeType(trx, scope, customerTypeId);
        await record(trx, actor, { type: "customerType.delete", customerTypeId, original: columnsOf(type) });
        return null;
      });
    },

    /** R6.3: irreversible, so the type's name is typed, and the log keeps what each role had. */
    async overrideType(
      actor: Actor & { language: Language },
      body: BodyOf<typeof endpoints.permission.override>,
    ) {
      const { scope, language } = actor;
      const { customerTypeId } = body;
      const done = await db.transaction().execute(async (trx) => {
        const type = await take(trx, scope, body);
        if (type.code !== overridableCode)
          throw new AppError("A0400", { fields: [{ path: "customerTypeId", key: "field.notOverridable" }] });
        if (body.confirmName !== nameOf("customerType", type, language))
          throw new AppError("A0400", { fields: [{ path: "confirmName", key: "field.confirmName" }] });
        if (!hasAll(scope, knownIds(type.permissionIds))) throw new AppError("A0300");
        const roles = await overrideRoles(trx, scope, customerTypeId);
        await record(trx, actor, {
          type: "permission.override",
          customerTypeId,
          original: { roles },
          new: { permissionIds: type.permissionIds },
        });
        const revision = await markOverridden(trx, scope, { customerTypeId, at: new Date(clock.now()) });
        return { revision, roleCount: roles.length, watchers: await listSignedIn(trx, { customerTypeId }) };
      });
      publishRightsChange(bus, done.watchers);
      return { customerTypeId, revision: done.revision, roleCount: done.roleCount };
    },
  };
}

export type CustomerTypesService = ReturnType<typeof createCustomerTypesService>;
