import type {
  BodyOf,
  CompanyNode,
  endpoints,
  FieldProblem,
  Language,
  MessageKey,
  QueryOf,
} from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { applyChange, isUnchanged } from "../../../infra/apply-change.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { translateName } from "../../base/names/names.service.ts";
import { moveCancelledAccounts, removeSupervisors } from "../accounts/accounts.service.ts";
import { publishRightsChange } from "../identity/sessions.service.ts";
import { deleteRolesOfCompany } from "../roles/role-deletion.service.ts";
import type { CompanyColumns, EditedCompany } from "./company-change.repository.ts";
import * as repository from "./company-change.repository.ts";
import { listCompanyNodes } from "./company-tree.repository.ts";

type UpdateCompany = BodyOf<typeof endpoints.company.update>;
type DeleteCompany = BodyOf<typeof endpoints.company.delete>;

const pick = (columns: CompanyColumns, names: readonly (keyof CompanyColumns)[]) =>
  Object.fromEntries(names.map((name) => [name, columns[name]]));

const findChanged = (before: CompanyColumns, after: CompanyColumns) =>
  (Object.keys(after) as (keyof CompanyColumns)[]).filter((name) => after[name] !== before[name]);

const dependentKeys = {
  accounts: "inUse.accounts",
  companies: "inUse.companies",
  plants: "inUse.plants",
  roles: "inUse.roles",
} as const satisfies Record<string, MessageKey>;

/** An edited company has these, also one that was created by a registration without them (R5.2). */
const requiredKeys = {
  address: "prompt.companyAddress",
  contact: "prompt.contact",
  contactPhone: "prompt.contactPhone",
} as const satisfies Partial<Record<keyof CompanyColumns, MessageKey>>;

const findMissing = (after: CompanyColumns): FieldProblem[] =>
  (Object.keys(requiredKeys) as (keyof typeof requiredKeys)[])
    .filter((path) => after[path] === "")
    .map((path) => ({ path, key: requiredKeys[path] }));

/** The columns after an edit; the operator keeps its built-in name until it gets another one. */
function toColumns(company: EditedCompany, body: UpdateCompany, language: Language): CompanyColumns {
  const { code, columns } = company;
  const shown = translateName("company", { code, name: columns.name }, language);
  return applyChange(columns, { ...body, name: body.name === shown ? undefined : body.name });
}

/** The tree of companies, and changes to it; mount() has checked that the company is in the caller's scope. */
export function createCompanyChanges({ db, bus }: { db: Db; bus: Bus }) {
  async function getTree(scope: Scope, query: QueryOf<typeof endpoints.company.tree>, language: Language) {
    const { rows, total } = await listCompanyNodes(db, scope, query);
    const toNode = ({ code, ...row }: (typeof rows)[number]): CompanyNode => ({
      ...row,
      name: translateName("company", { code, name: row.name }, language),
      path: row.path.map((above) => translateName("company", above, language)),
    });
    return { rows: rows.map(toNode), total };
  }

  async function findMoveProblem(
    trx: Transaction,
    scope: Scope,
    company: EditedCompany,
    upstreamCompanyId: string,
  ): Promise<FieldProblem | undefined> {
    const path = "upstreamCompanyId";
    const { companyId, columns } = company;
    if (columns.upstreamCompanyId === null) return { path, key: "field.operatorPlace" };
    if (!(await repository.isValidUpstream(trx, scope, { companyId, upstreamCompanyId })))
      return { path, key: "field.notThere" };
    const roles = await repository.listRolesLeftBehind(trx, company, upstreamCompanyId);
    if (roles.length > 0)
      return { path, key: "field.rolesLeftBehind", params: { names: roles.slice(0, 5).join(", ") } };
    return undefined;
  }

  async function check(trx: Transaction, scope: Scope, company: EditedCompany, after: CompanyColumns) {
    const before = company.columns;
    const fields = findMissing(after);
    const { upstreamCompanyId, administratorId } = after;
    if (upstreamCompanyId !== null && upstreamCompanyId !== before.upstreamCompanyId) {
      const problem = await findMoveProblem(trx, scope, company, upstreamCompanyId);
      if (problem) fields.push(problem);
    }
    if (
      administratorId !== null &&
      administratorId !== before.administratorId &&
      !(await repository.isAccountOf(trx, company, administratorId))
    )
      fields.push({ path: "administratorId", key: "field.notThere" });
    if (fields.length > 0) throw new AppError("A0400", { fields });
  }

  async function updateCompany(
    { scope, address, language }: Actor,
    body: UpdateCompany,
  ): Promise<{ companyId: string; revision: string }> {
    const { companyId } = body;
    const { revision, affectedIds } = await db.transaction().execute(async (trx) => {
      if (body.upstreamCompanyId) await repository.lockCompanyTree(trx);
      const company = await repository.findCompanyForUpdate(trx, scope, companyId);
      if (!company) throw new AppError("A0404");
      if (company.revision !== body.revision) throw new AppError("A0440");
      const before = company.columns;
      const after = toColumns(company, body, language);
      await check(trx, scope, company, after);
      if (isUnchanged(before, after)) return { revision: company.revision, affectedIds: [] };
      const oldUpstreamId = before.upstreamCompanyId;
      const isMoved = oldUpstreamId !== null && oldUpstreamId !== after.upstreamCompanyId;
      // A supervisor belongs to the company or to the one above, so those of the former one above are no longer valid.
      if (isMoved) await removeSupervisors(trx, { companyId, supervisorCompanyId: oldUpstreamId });
      const affectedIds = isMoved ? await repository.listSignedInAbove(trx, company) : [];
      const revision = await repository.updateCompany(trx, company, after);
      await writeAudit(trx, {
        kind: "operation",
        type: "company.update",
        actorId: scope.accountId,
        companyId,
        objectType: "company",
        objectId: companyId,
        original: pick(before, findChanged(before, after)),
        new: pick(after, findChanged(before, after)),
        method: "api",
        address,
      });
      return { revision, affectedIds };
    });
    publishRightsChange(bus, affectedIds);
    return { companyId, revision };
  }

  async function deleteCompany({ scope, address }: Actor, body: DeleteCompany): Promise<null> {
    const { companyId } = body;
    return await db.transaction().execute(async (trx) => {
      await repository.lockCompanyTree(trx);
      const company = await repository.findCompanyForUpdate(trx, scope, companyId);
      if (!company) throw new AppError("A0404");
      if (company.revision !== body.revision) throw new AppError("A0440");
      const { upstreamCompanyId } = company.columns;
      if (upstreamCompanyId === null) throw new AppError("A0430", { messageKey: "message.builtInStays" });
      const dependents = await repository.countCompanyDependents(trx, company);
      const fields = (Object.keys(dependentKeys) as (keyof typeof dependentKeys)[])
        .filter((path) => dependents[path] > 0)
        .map((path) => ({ path, key: dependentKeys[path], params: { count: dependents[path] } }));
      if (fields.length > 0) throw new AppError("A0430", { fields });
      await repository.clearCompanyReferences(trx, company);
      await moveCancelledAccounts(trx, { fromCompanyId: companyId, toCompanyId: upstreamCompanyId });
      await deleteRolesOfCompany(trx, companyId);
      await repository.deleteCompany(trx, company);
      await writeAudit(trx, {
        kind: "operation",
        type: "company.delete",
        actorId: scope.accountId,
        companyId: upstreamCompanyId,
        objectType: "company",
        objectId: companyId,
        original: pick(company.columns, ["administratorId", "upstreamCompanyId"]),
        method: "api",
        address,
      });
      return null;
    });
  }

  return { getTree, updateCompany, deleteCompany };
}
