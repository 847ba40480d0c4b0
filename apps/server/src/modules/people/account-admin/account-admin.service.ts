import type { AccountDetail, AccountRow, endpoints, Language, QueryOf } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hasSecondFactor } from "../identity/second-factors.service.ts";
import { hasAllRights } from "../roles/role-rights.service.ts";
import type { SharingService } from "../sharing/sharing.service.ts";
import { findAccountRecord } from "./account-admin.repository.ts";
import { createAccountClosing } from "./account-closing.ts";
import { createAccountCreation } from "./account-creation.ts";
import { createAccountCredentials } from "./account-credentials.ts";
import { listAccountRows } from "./account-list.repository.ts";
import { lockAccountRights } from "./account-rights.repository.ts";
import { toAccountRow } from "./account-rows.ts";
import { createAccountUpdate } from "./account-update.ts";
import { hasDependents } from "./dependents.repository.ts";
import { getEffectivePermissions } from "./effective-permissions.ts";
import { listScopeStations } from "./plant-scope.repository.ts";
import { createPlantScope } from "./plant-scope.ts";

type ListAccounts = QueryOf<typeof endpoints.account.listAccounts>;

/** Accounts as administrators see, add and change them. */
export function createAccountAdminService(deps: { db: Db; clock: Clock; bus: Bus; sharing: SharingService }) {
  const { db } = deps;
  return {
    ...createAccountCreation(deps),
    ...createAccountClosing(deps),
    ...createAccountCredentials(deps),
    updateAccount: createAccountUpdate(deps),
    setScope: createPlantScope(deps),

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
      return { total, rows: rows.map((row) => toAccountRow(row, language)) };
    },

    async getAccount(scope: Scope, accountId: string, language: Language): Promise<AccountDetail> {
      const page = { sort: "userName", order: "asc", offset: 0, limit: 1 } as const;
      const { rows } = await listAccountRows(db, scope, { filter: { accountId }, page });
      const account = await findAccountRecord(db, scope, accountId);
      const [row] = rows;
      if (!row || !account) throw new AppError("A0404");
      const isWithinRights = hasAllRights(scope, account);
      return {
        ...toAccountRow(row, language),
        roleId: account.columns.roleId,
        customerTypeId: account.customerTypeId,
        supervisorId: account.columns.supervisorId,
        revision: account.revision,
        scopeKind: account.scopeKind,
        scopeStations: await listScopeStations(db, scope, accountId),
        hasSecondFactor: isWithinRights && (await hasSecondFactor(db, accountId)),
        isWithinRights,
        isOneself: accountId === scope.accountId,
      };
    },

    getPermissions: (scope: Scope, accountId: string, language: Language) =>
      getEffectivePermissions(db, scope, { accountId, language }),

    /** Whether an account owns plants, supervises accounts or administers a company, so that it cannot be cancelled. */
    hasDependents,

    /** Whether the caller may withdraw an invited account: it has no dependents and no rights that the caller lacks. */
    async canWithdraw(trx: Transaction, scope: Scope, accountId: string): Promise<boolean> {
      const rights = await lockAccountRights(trx, scope, accountId);
      if (!rights || !hasAllRights(scope, rights)) return false;
      return !(await hasDependents(trx, accountId));
    },
  };
}

export type AccountAdminService = ReturnType<typeof createAccountAdminService>;
