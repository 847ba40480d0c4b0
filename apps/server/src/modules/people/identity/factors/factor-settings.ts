import type { AuditType, DataInputOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../../errors.ts";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import type { Scope } from "../../../base/access/scope.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";
import { deleteSecondFactors } from "../second-factors.service.ts";
import { deletePasskey, listPasskeys } from "./passkeys.repository.ts";
import { deleteTotp, getFactorState } from "./second-factors.repository.ts";
import type { SecondFactors } from "./second-factors.ts";

type Settings = typeof endpoints.secondFactor;

/** Sets, lists and removes the caller's own second factors. */
export function createFactorSettings({ db, factors }: { db: Db; factors: SecondFactors }) {
  const idOf = (scope: Scope) => scope.accountId as string;

  async function log(
    trx: Transaction,
    scope: Scope,
    change: { type: AuditType; address: string; id?: string },
  ) {
    await writeAudit(trx, {
      kind: "security",
      type: change.type,
      actorId: scope.accountId,
      companyId: scope.companyId,
      objectType: change.id === undefined ? "account" : "passkey",
      objectId: change.id ?? idOf(scope),
      method: "api",
      address: change.address,
    });
  }

  /** After a factor was removed: without any, the recovery codes go too; throws A0430 where the role requires one. */
  async function checkRemaining(trx: Transaction, scope: Scope): Promise<void> {
    const state = await getFactorState(trx, idOf(scope));
    if (state.totpSince !== null || state.passkeys > 0) return;
    if (factors.isRequired(state))
      throw new AppError("A0430", { messageKey: "message.secondFactorRequired" });
    await deleteSecondFactors(trx, idOf(scope));
  }

  return {
    async getSecondFactors(scope: Scope): Promise<DataInputOf<Settings["get"]>> {
      const [state, passkeys] = await Promise.all([
        factors.getState(idOf(scope)),
        listPasskeys(db, idOf(scope)),
      ]);
      return {
        totpSince: state.totpSince?.toISOString() ?? null,
        passkeys: passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
          ...passkey,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        recoveryCodesLeft: state.recoveryCodesLeft,
        isRequired: factors.isRequired(state),
      };
    },

    /** Throws A0440 while an authenticator app is set: it must be removed first. */
    async beginTotp(scope: Scope): Promise<DataInputOf<Settings["beginTotp"]>> {
      const { label } = await factors.getState(idOf(scope));
      const proposed = await factors.propose(idOf(scope), label);
      if (!proposed) throw new AppError("A0440");
      return proposed;
    },

    /** Throws A0240 for a wrong code. */
    async confirmTotp(
      scope: Scope,
      { code, address }: { code: string; address: string },
    ): Promise<DataInputOf<Settings["confirmTotp"]>> {
      const accountId = idOf(scope);
      const { resetFailures } = await factors.beginTry(accountId, address);
      const recoveryCodes = await db.transaction().execute(async (trx) => {
        const typed = code.replace(/\s/g, "");
        const isRight = await factors.checkTotp(trx, { accountId, code: typed, canConfirm: true });
        if (!isRight) return undefined;
        await log(trx, scope, { type: "second-factor.totp-set", address });
        const state = await getFactorState(trx, accountId);
        return state.recoveryCodesLeft > 0 ? [] : await factors.renewRecoveryCodes(trx, accountId);
      });
      if (!recoveryCodes) throw new AppError("A0240");
      await resetFailures();
      return { recoveryCodes };
    },

    async removeTotp(scope: Scope, address: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if (!(await deleteTotp(trx, idOf(scope)))) return;
        await log(trx, scope, { type: "second-factor.totp-removed", address });
        await checkRemaining(trx, scope);
      });
    },

    /** Throws A0440 without a factor that the codes could replace. */
    async renewRecoveryCodes(
      scope: Scope,
      address: string,
    ): Promise<DataInputOf<Settings["renewRecoveryCodes"]>> {
      const state = await factors.getState(idOf(scope));
      if (state.totpSince === null && state.passkeys === 0) throw new AppError("A0440");
      await factors.loadKeys();
      return await db.transaction().execute(async (trx) => {
        await log(trx, scope, { type: "second-factor.recovery-codes", address });
        return { recoveryCodes: await factors.renewRecoveryCodes(trx, idOf(scope)) };
      });
    },

    /** Throws A0404 for a passkey of another account or an unknown one. */
    async removePasskey(
      scope: Scope,
      { passkeyId, address }: { passkeyId: string; address: string },
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if (!(await deletePasskey(trx, { accountId: idOf(scope), passkeyId }))) throw new AppError("A0404");
        await log(trx, scope, { type: "second-factor.passkey-removed", address, id: passkeyId });
        await checkRemaining(trx, scope);
      });
    },
  };
}
