import type {
  AccountRow,
  BodyOf,
  CompanyDetail,
  endpoints,
  FieldProblem,
  Language,
  QueryOf,
} from "@heliograph/contract";
import type { Bus } from "../../infra/bus.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import {
  hashPassword,
  isCommonPassword,
  nameOf,
  normalizeEmail,
  normalizePhone,
} from "../identity/identity.service.ts";
import { listAccountRows } from "./account-list.repository.ts";
import { toAccountRow } from "./account-rows.ts";
import {
  accountRights,
  findTakenContacts,
  insertAccount,
  isAccountHeld,
  isSupervisorFor,
  listAccountHolds,
  takeAccountRights,
} from "./accounts.repository.ts";
import { findCompanyRow, findGivableRole, insertCompany } from "./companies.repository.ts";
import { createCompanyChanges } from "./company-changes.ts";
import { holdsAll, listGivableIds } from "./grant-rules.ts";
import { addOwnCompany } from "./own-company.ts";

export {
  accountRights,
  findGivableRole,
  findTakenContacts,
  holdsAll,
  isSupervisorFor,
  listAccountHolds,
  listAccountRows,
  listGivableIds,
  toAccountRow,
};

type AddCompany = BodyOf<typeof endpoints.account.addCompany>;
type ListAccounts = QueryOf<typeof endpoints.account.listAccounts>;
type AddAccount = BodyOf<typeof endpoints.account.addAccount>;
/** What an account is made of beside its password. */
export type AccountFacts = Omit<AddAccount, "password">;

interface Actor {
  scope: Scope;
  address: string;
}

/** Password aside: it is hashed, and never a column. */
function withoutPassword({ password: _, ...facts }: AddAccount): AccountFacts {
  return facts;
}

function toColumns(body: AccountFacts, scope: Scope) {
  return {
    ...body,
    phone: body.phone === undefined ? undefined : normalizePhone(body.phone),
    supervisorId: body.supervisorId,
    salutation: body.salutation,
    email: body.email,
    relation: body.companyId === scope.companyId ? ("colleague" as const) : ("customer" as const),
    // Who sees a chosen list makes no account that sees everything.
    scopeKind: scope.reach,
    createdBy: scope.accountId,
  };
}

/** Companies, and the accounts and roles in them. */
export function createCompaniesService({ db, bus }: { db: Db; bus: Bus }) {
  async function checkAccount(trx: Transaction, scope: Scope, body: AccountFacts): Promise<void> {
    const role = await findGivableRole(trx, scope, body);
    const problems: FieldProblem[] = [];
    if (!role) problems.push({ path: "roleId", key: "field.notThere" });
    else if (!holdsAll(scope, role)) throw new AppError("A0300", { messageKey: "message.grantWhatYouHave" });
    if (role?.isOperatorType && (!scope.isPlatform || body.companyId !== scope.companyId))
      problems.push({ path: "roleId", key: "field.choice" });
    if (
      body.supervisorId &&
      !(await isSupervisorFor(trx, scope, { ...body, supervisorId: body.supervisorId }))
    )
      problems.push({ path: "supervisorId", key: "field.notThere" });
    if (problems.length > 0) throw new AppError("A0400", { fields: problems });
  }

  async function checkContacts(
    trx: Transaction,
    contacts: { email?: string; phone?: string },
  ): Promise<void> {
    const taken = await findTakenContacts(trx, {
      email: contacts.email === undefined ? undefined : normalizeEmail(contacts.email),
      phone: contacts.phone,
    });
    const fields = (["email", "phone"] as const)
      .filter((path) => taken[path])
      .map((path) => ({ path, key: "field.taken" as const }));
    if (fields.length > 0) throw new AppError("A0111", { fields });
  }

  /** The account with its audit row; what the caller may not give, or somebody has already, is refused. */
  async function insertChecked(
    trx: Transaction,
    { scope, address }: Actor,
    { body, passwordHash }: { body: AccountFacts; passwordHash: string | null },
  ): Promise<string> {
    const account = toColumns(body, scope);
    await checkAccount(trx, scope, body);
    await checkContacts(trx, account);
    const accountId = await insertAccount(trx, { ...account, passwordHash });
    const { companyId, roleId, relation, supervisorId, scopeKind } = account;
    await writeAudit(trx, {
      kind: "operation",
      type: passwordHash === null ? "account.invite" : "account.add",
      actorId: scope.accountId,
      companyId,
      objectType: "account",
      objectId: accountId,
      // Ids only: a cancelled account's name and contacts must vanish without touching this row.
      new: { companyId, roleId, relation, supervisorId, scopeKind },
      method: "api",
      address,
    });
    return accountId;
  }

  return {
    ...createCompanyChanges({ db, bus }),

    /** mount() has checked that the company above lies in the caller's reach. */
    async addCompany({ scope, address }: Actor, body: AddCompany): Promise<{ companyId: string }> {
      const company = { ...body, upstreamCompanyId: body.upstreamCompanyId ?? (scope.companyId as string) };
      return await db.transaction().execute(async (trx) => {
        const companyId = await insertCompany(trx, company);
        await writeAudit(trx, {
          kind: "operation",
          type: "company.add",
          actorId: scope.accountId,
          companyId: company.upstreamCompanyId,
          objectType: "company",
          objectId: companyId,
          new: company,
          method: "api",
          address,
        });
        return { companyId };
      });
    },

    /** mount() has checked that the account's company lies in the caller's reach. */
    async addAccount(actor: Actor, body: AddAccount): Promise<{ accountId: string }> {
      if (isCommonPassword(body.password))
        throw new AppError("A0400", { fields: [{ path: "password", key: "field.commonPassword" }] });
      // Before the transaction: a hash takes long, and holds no connection here.
      const passwordHash = await hashPassword(body.password);
      return await db.transaction().execute(async (trx) => {
        const accountId = await insertChecked(trx, actor, { body: withoutPassword(body), passwordHash });
        return { accountId };
      });
    },

    /** An account that nobody can sign in with before its password is chosen; the same rules as for adding one. */
    addInvited: (trx: Transaction, actor: Actor, body: AccountFacts): Promise<string> =>
      insertChecked(trx, actor, { body, passwordHash: null }),

    /** Whether the caller may give an account up: nothing hangs on it, and the caller holds all that it may do. */
    async mayGiveUp(trx: Transaction, scope: Scope, accountId: string): Promise<boolean> {
      const rights = await takeAccountRights(trx, scope, accountId);
      if (!rights || !holdsAll(scope, rights)) return false;
      return !(await isAccountHeld(trx, accountId));
    },

    /** Whether something hangs on an account, whoever asks. */
    isHeld: isAccountHeld,

    /** A company of their own, below the operator, with the person as its owner and administrator. */
    addOwnCompany,

    async listAccounts(
      scope: Scope,
      query: ListAccounts,
      language: Language,
    ): Promise<{ rows: AccountRow[]; total: number }> {
      const { page, pageSize, sort, order, ...filter } = query;
      const { rows, total } = await listAccountRows(db, scope, {
        filter,
        page: { sort, order, offset: (page - 1) * pageSize, limit: pageSize },
      });
      return {
        total,
        rows: rows.map((row) => toAccountRow(row, language)),
      };
    },

    /** mount() has checked that the company lies in the caller's reach; one's own needs no right beside that. */
    async getCompany(
      scope: Scope,
      companyId: string | undefined,
      language: Language,
    ): Promise<CompanyDetail> {
      const id = companyId ?? scope.companyId;
      if (id !== scope.companyId && !scope.permissionIds.has("company:read")) throw new AppError("A0300");
      const row = id === undefined ? undefined : await findCompanyRow(db, scope, id);
      if (!row) throw new AppError("A0404");
      const { code, upstreamCode, ...company } = row;
      return {
        ...company,
        createdAt: row.createdAt.toISOString(),
        name: nameOf("company", { code, name: row.name }, language),
        upstreamCompanyName:
          row.upstreamCompanyName &&
          nameOf("company", { code: upstreamCode, name: row.upstreamCompanyName }, language),
      };
    },
  };
}

export type CompaniesService = ReturnType<typeof createCompaniesService>;
