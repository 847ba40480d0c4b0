import type {
  BodyOf,
  CompanyNode,
  endpoints,
  FieldProblem,
  Language,
  MessageKey,
  QueryOf,
} from "@heliograph/contract";
import { applyChange, isUnchanged } from "../../infra/apply-change.ts";
import type { Bus } from "../../infra/bus.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { nameOf, publishRightsChange } from "../identity/identity.service.ts";
import type { CompanyColumns, EditedCompany } from "./company-change.repository.ts";
import {
  countCompanyHolds,
  dropSupervisorsOf,
  findCompanyForUpdate,
  isAccountOf,
  isPlaceFor,
  listRolesLeftBehind,
  listWatchersAbove,
  lockCompanyTree,
  removeCompany,
  writeCompany,
} from "./company-change.repository.ts";
import { listCompanyNodes } from "./company-tree.repository.ts";

type UpdateCompany = BodyOf<typeof endpoints.company.update>;
type DeleteCompany = BodyOf<typeof endpoints.company.delete>;

interface Actor {
  readonly scope: Scope;
  readonly address: string;
}

const pick = (columns: CompanyColumns, names: readonly (keyof CompanyColumns)[]) =>
  Object.fromEntries(names.map((name) => [name, columns[name]]));

const findChanged = (before: CompanyColumns, after: CompanyColumns) =>
  (Object.keys(after) as (keyof CompanyColumns)[]).filter((name) => after[name] !== before[name]);

const holdKeys = {
  accounts: "hold.accounts",
  companies: "hold.companies",
  plants: "hold.plants",
  roles: "hold.roles",
} as const satisfies Record<string, MessageKey>;

/** What an edit makes of a company; the operator keeps its built-in name while nobody gives it another. */
function toColumns(company: EditedCompany, body: UpdateCompany, language: Language): CompanyColumns {
  const { code, columns } = company;
  const shown = nameOf("company", { code, name: columns.name }, language);
  return applyChange(columns, { ...body, name: body.name === shown ? undefined : body.name });
}

/** The tree of companies, and changes to it; mount() has checked that the company lies in the caller's reach. */
export function createCompanyChanges({ db, bus }: { db: Db; bus: Bus }) {
  async function getTree(scope: Scope, query: QueryOf<typeof endpoints.company.tree>, language: Language) {
    const { rows, total } = await listCompanyNodes(db, scope, query);
    const toNode = ({ code, ...row }: (typeof rows)[number]): CompanyNode => ({
      ...row,
      name: nameOf("company", { code, name: row.name }, language),
      path: row.path.map((above) => nameOf("company", above, language)),
    });
    return { rows: rows.map(toNode), total };
  }

  async function findMoveProblem(
    trx: Transaction,
    scope: Scope,
    move: { companyId: string; upstreamCompanyId: string; oldUpstreamId: string | null },
  ): Promise<FieldProblem | undefined> {
    const path = "upstreamCompanyId";
    if (move.oldUpstreamId === null) return { path, key: "field.operatorPlace" };
    if (!(await isPlaceFor(trx, scope, move))) return { path, key: "field.notThere" };
    const roles = await listRolesLeftBehind(trx, scope, move);
    if (roles.length > 0)
      return { path, key: "field.rolesLeftBehind", params: { names: roles.slice(0, 5).join(", ") } };
    return undefined;
  }

  async function check(
    trx: Transaction,
    scope: Scope,
    body: UpdateCompany,
    after: CompanyColumns,
    before: CompanyColumns,
  ) {
    const { companyId } = body;
    const fields: FieldProblem[] = [];
    const { upstreamCompanyId, administratorId } = after;
    if (upstreamCompanyId !== null && upstreamCompanyId !== before.upstreamCompanyId) {
      const oldUpstreamId = before.upstreamCompanyId;
      const problem = await findMoveProblem(trx, scope, { companyId, upstreamCompanyId, oldUpstreamId });
      if (problem) fields.push(problem);
    }
    if (
      administratorId !== null &&
      administratorId !== before.administratorId &&
      !(await isAccountOf(trx, scope, { accountId: administratorId, companyId }))
    )
      fields.push({ path: "administratorId", key: "field.notThere" });
    if (fields.length > 0) throw new AppError("A0400", { fields });
  }

  async function updateCompany(
    { scope, address, language }: Actor & { language: Language },
    body: UpdateCompany,
  ): Promise<{ companyId: string; revision: string }> {
    const { companyId } = body;
    const { revision, watchers } = await db.transaction().execute(async (trx) => {
      if (body.upstreamCompanyId) await lockCompanyTree(trx);
      const company = await findCompanyForUpdate(trx, scope, companyId);
      if (!company) throw new AppError("A0404");
      if (company.revision !== body.revision) throw new AppError("A0440");
      const before = company.columns;
      const after = toColumns(company, body, language);
      await check(trx, scope, body, after, before);
      if (isUnchanged(before, after)) return { revision: company.revision, watchers: [] };
      const oldUpstreamId = before.upstreamCompanyId;
      const isMoved = oldUpstreamId !== null && oldUpstreamId !== after.upstreamCompanyId;
      if (isMoved) await dropSupervisorsOf(trx, scope, { companyId, oldUpstreamId });
      const watchers = isMoved ? await listWatchersAbove(trx, scope, oldUpstreamId) : [];
      const revision = await writeCompany(trx, scope, companyId, after);
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
      return { revision, watchers };
    });
    publishRightsChange(bus, watchers);
    return { companyId, revision };
  }

  async function deleteCompany({ scope, address }: Actor, body: DeleteCompany): Promise<null> {
    const { companyId } = body;
    return await db.transaction().execute(async (trx) => {
      await lockCompanyTree(trx);
      const company = await findCompanyForUpdate(trx, scope, companyId);
      if (!company) throw new AppError("A0404");
      if (company.revision !== body.revision) throw new AppError("A0440");
      if (company.columns.upstreamCompanyId === null)
        throw new AppError("A0430", { messageKey: "message.builtInStays" });
      const holds = await countCompanyHolds(trx, scope, companyId);
      const fields = (Object.keys(holdKeys) as (keyof typeof holdKeys)[])
        .filter((path) => holds[path] > 0)
        .map((path) => ({ path, key: holdKeys[path], params: { count: holds[path] } }));
      if (fields.length > 0) throw new AppError("A0430", { fields });
      await removeCompany(trx, scope, companyId);
      await writeAudit(trx, {
        kind: "operation",
        type: "company.delete",
        actorId: scope.accountId,
        companyId: company.columns.upstreamCompanyId,
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
