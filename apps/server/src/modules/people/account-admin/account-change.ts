import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import type { AuditEntry } from "../../base/audit/audit.service.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { checkNotLastRoot, lockRootAccounts, ROOT_EMAIL } from "../identity/root-account.service.ts";
import { endSessionsOf } from "../identity/sessions.service.ts";
import { hasAllRights } from "../roles/role-rights.service.ts";
import type { AccountRecord } from "./account-admin.repository.ts";
import { lockAccountRecord } from "./account-admin.repository.ts";

export interface Target {
  readonly accountId: string;
  /** Absent for changes that apply to any revision. */
  readonly revision?: string;
}

/** Locks an account for a change by a caller who has all its rights. Throws A0404, A0300, or A0440 for an older revision. */
export async function lockForChange(
  trx: Transaction,
  scope: Scope,
  { accountId, revision }: Target,
): Promise<AccountRecord> {
  const account = await lockAccountRecord(trx, scope, accountId);
  if (!account) throw new AppError("A0404");
  if (!hasAllRights(scope, account)) throw new AppError("A0300");
  if (revision !== undefined && account.revision !== revision) throw new AppError("A0440");
  return account;
}

/** As `lockForChange`, for changes that could leave no ROOT account: they run one at a time. */
export async function lockForRootChange(
  trx: Transaction,
  scope: Scope,
  target: Target,
): Promise<AccountRecord> {
  await lockRootAccounts(trx);
  return await lockForChange(trx, scope, target);
}

/** Throws A0300 for changes that users make to their own account in the personal centre only. */
export function checkNotOneself(scope: Scope, accountId: string): void {
  if (accountId === scope.accountId) throw new AppError("A0300", { messageKey: "message.notOneself" });
}

/** Throws A0430 for the last ROOT account that can sign in. */
export async function checkRootRemains(trx: Transaction, account: AccountRecord): Promise<void> {
  if (account.isSuper && !account.isDisabled) await checkNotLastRoot(trx, account.accountId);
}

/** Whether it is the account that every installation has. */
export const isBuiltInRoot = ({ columns }: AccountRecord): boolean =>
  columns.email?.toLowerCase() === ROOT_EMAIL;

export async function endAllSessions(
  trx: Transaction,
  clock: Clock,
  { accountId, reason }: { accountId: string; reason: string },
): Promise<number> {
  return await endSessionsOf(trx, { accountId, reason, endedAt: new Date(clock.now()) });
}

/** The audit row of a change to an account: ids and names of fields only, since a cancelled account must leave no names. */
export async function auditChange(
  trx: Transaction,
  { scope, address }: Actor,
  account: AccountRecord,
  entry: Pick<AuditEntry, "type" | "original" | "new">,
): Promise<void> {
  await writeAudit(trx, {
    kind: "operation",
    actorId: scope.accountId,
    companyId: account.companyId,
    objectType: "account",
    objectId: account.accountId,
    method: "api",
    address,
    ...entry,
  });
}
