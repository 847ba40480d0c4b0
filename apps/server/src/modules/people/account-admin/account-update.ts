import type { BodyOf, endpoints, FieldProblem } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { applyChange } from "../../../infra/apply-change.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { updateAccount } from "../accounts/accounts.service.ts";
import { normalizePhone } from "../accounts/contacts.service.ts";
import { publishRightsChange } from "../identity/sessions.service.ts";
import { findRoleProblem } from "../roles/role-rights.service.ts";
import type { AccountColumns, AccountRecord } from "./account-admin.repository.ts";
import { auditChange, checkRootRemains, isBuiltInRoot, lockForRootChange } from "./account-change.ts";
import { notifyOfContacts } from "./account-notifications.ts";
import { canSupervise } from "./account-rights.repository.ts";
import { checkContactsAvailable } from "./contact-rules.ts";

type UpdateAccount = BodyOf<typeof endpoints.account.update>;

function toColumns(before: AccountColumns, body: UpdateAccount): AccountColumns {
  return applyChange(before, { ...body, phone: body.phone && normalizePhone(body.phone) });
}

function findChangedFields(before: AccountColumns, after: AccountColumns): (keyof AccountColumns)[] {
  return (Object.keys(after) as (keyof AccountColumns)[]).filter((name) => before[name] !== after[name]);
}

async function findSupervisorProblem(
  trx: Transaction,
  scope: Scope,
  { accountId, companyId }: AccountRecord,
  supervisorId: string,
): Promise<FieldProblem | undefined> {
  const isValid = supervisorId !== accountId && (await canSupervise(trx, scope, { supervisorId, companyId }));
  return isValid ? undefined : { path: "supervisorId", key: "field.notThere" };
}

/** Users change their own contacts in the personal centre by a code: an unattended session must not suffice. */
function findOwnContactProblems(
  scope: Scope,
  { accountId, columns: before }: AccountRecord,
  after: AccountColumns,
): FieldProblem[] {
  if (accountId !== scope.accountId) return [];
  return (["email", "phone"] as const)
    .filter((path) => after[path] !== before[path])
    .map((path) => ({ path, key: "message.notOneself" }));
}

function findContactProblems(scope: Scope, account: AccountRecord, after: AccountColumns): FieldProblem[] {
  const before = account.columns;
  const problems = findOwnContactProblems(scope, account, after);
  const hadContact = before.email !== null || before.phone !== null;
  if (hadContact && after.email === null && after.phone === null)
    problems.push({ path: "email", key: "field.emailOrPhone" });
  if (isBuiltInRoot(account) && after.email !== before.email)
    problems.push({ path: "email", key: "field.rootEmail" });
  return problems;
}

async function check(trx: Transaction, scope: Scope, account: AccountRecord, after: AccountColumns) {
  const { accountId, companyId, columns: before } = account;
  const { roleId, supervisorId } = after;
  const problems: (FieldProblem | undefined)[] = [];
  if (roleId !== before.roleId) problems.push(await findRoleProblem(trx, scope, { roleId, companyId }));
  if (supervisorId !== null && supervisorId !== before.supervisorId)
    problems.push(await findSupervisorProblem(trx, scope, account, supervisorId));
  problems.push(...findContactProblems(scope, account, after));
  const fields = problems.filter((problem) => problem !== undefined);
  if (fields.length > 0) throw new AppError("A0400", { fields });
  // Contacts take an account over and a role adds rights: an unattended session must not suffice.
  const needsStepUp = (["email", "phone", "roleId"] as const).some((name) => after[name] !== before[name]);
  if (needsStepUp && !scope.isSteppedUp) throw new AppError("A0220");
  await checkContactsAvailable(trx, { email: after.email, phone: after.phone, exceptId: accountId });
}

/** Changes the fields of an account; mount() has checked that its company is in the caller's scope. */
export function createAccountUpdate({ db, clock, bus }: { db: Db; clock: Clock; bus: Bus }) {
  return async (actor: Actor, body: UpdateAccount): Promise<{ accountId: string; revision: string }> => {
    const { scope } = actor;
    const { accountId } = body;
    const { revision, hasNewRole } = await db.transaction().execute(async (trx) => {
      const account = await lockForRootChange(trx, scope, body);
      const before = account.columns;
      const after = toColumns(before, body);
      await check(trx, scope, account, after);
      const hasNewRole = after.roleId !== before.roleId;
      if (hasNewRole) await checkRootRemains(trx, account);
      const fields = findChangedFields(before, after);
      if (fields.length === 0) return { revision: account.revision, hasNewRole };
      const pick = ({ roleId, supervisorId }: AccountColumns) => ({ roleId, supervisorId });
      await auditChange(trx, actor, account, {
        type: "account.update",
        original: pick(before),
        new: { ...pick(after), fields },
      });
      await notifyOfContacts(trx, { account, after, address: actor.address, now: clock.now() });
      return { revision: await updateAccount(trx, accountId, after), hasNewRole };
    });
    if (hasNewRole) publishRightsChange(bus, [accountId]);
    return { accountId, revision };
  };
}
