import type { BodyOf, endpoints, FieldProblem } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { createAccount } from "../accounts/accounts.service.ts";
import { checkNotCommon, hashPassword, setPasswordHash } from "../identity/passwords.service.ts";
import { findRoleProblem } from "../roles/role-rights.service.ts";
import { canSupervise } from "./account-rights.repository.ts";
import { checkContactsAvailable } from "./contact-rules.ts";

type AddAccount = BodyOf<typeof endpoints.account.addAccount>;
/** What an account is created from, besides its password. */
export type AccountInput = Omit<AddAccount, "password">;

async function checkInput(trx: Transaction, scope: Scope, input: AccountInput): Promise<void> {
  const { companyId, supervisorId } = input;
  const problems: (FieldProblem | undefined)[] = [await findRoleProblem(trx, scope, input)];
  if (supervisorId !== undefined && !(await canSupervise(trx, scope, { companyId, supervisorId })))
    problems.push({ path: "supervisorId", key: "field.notThere" });
  const fields = problems.filter((problem) => problem !== undefined);
  if (fields.length > 0) throw new AppError("A0400", { fields });
  await checkContactsAvailable(trx, input);
}

async function insertChecked(
  trx: Transaction,
  { scope, address }: Actor,
  { input, type }: { input: AccountInput; type: "account.add" | "account.invite" },
): Promise<string> {
  await checkInput(trx, scope, input);
  const { companyId, roleId, supervisorId } = input;
  const relation = companyId === scope.companyId ? "colleague" : "customer";
  // A caller with chosen plants creates no account with access to all.
  const scopeKind = scope.jurisdiction;
  const accountId = await createAccount(trx, { ...input, relation, scopeKind, createdBy: scope.accountId });
  await writeAudit(trx, {
    kind: "operation",
    type,
    actorId: scope.accountId,
    companyId,
    objectType: "account",
    objectId: accountId,
    // Ids only: a cancelled account's name and contacts must be erased without changing this row.
    new: { companyId, roleId, relation, supervisorId, scopeKind },
    method: "api",
    address,
  });
  return accountId;
}

/** Adds accounts; mount() has checked that the account's company is in the caller's scope. */
export function createAccountCreation({ db }: { db: Db }) {
  return {
    async addAccount(actor: Actor, { password, ...input }: AddAccount): Promise<{ accountId: string }> {
      checkNotCommon(password);
      // Before the transaction: hashing is slow and needs no connection.
      const passwordHash = await hashPassword(password);
      return await db.transaction().execute(async (trx) => {
        const accountId = await insertChecked(trx, actor, { input, type: "account.add" });
        await setPasswordHash(trx, accountId, passwordHash);
        return { accountId };
      });
    },

    /** Adds an account without a password, with the same checks; the invited user chooses one. */
    addInvited: (trx: Transaction, actor: Actor, input: AccountInput): Promise<string> =>
      insertChecked(trx, actor, { input, type: "account.invite" }),
  };
}
