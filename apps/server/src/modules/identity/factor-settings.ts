import type { AuditType, DataInputOf, endpoints } from "@heliograph/contract";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { deletePasskey, listPasskeys } from "./passkeys.repository.ts";
import { deleteFactors, deleteTotp, getFactorState } from "./second-factors.repository.ts";
import type { SecondFactors } from "./second-factors.ts";

type Settings = typeof endpoints.secondFactor;

/** How an account sets, lists and removes its own second factors. */
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

  /** After a factor went: whom the role lets be without one loses the recovery codes too, others keep their last factor. */
  async function settle(trx: Transaction, scope: Scope): Promise<void> {
    const state = await getFactorState(trx, idOf(scope));
    if (state.totpSince !== null || state.passkeys > 0) return;
    if (factors.isRequired(state))
      throw new AppError("A0430", { messageKey: "message.secondFactorRequired" });
    await deleteFactors(trx, idOf(scope));
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

    /** Throws A0440 while an authenticator app is set: it is removed first. */
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
      const { forgive } = await factors.beginTry(accountId, address);
      const recoveryCodes = await db.transaction().execute(async (trx) => {
        const typed = code.replace(/\s/g, "");
        const isRight = await factors.checkTotp(trx, { accountId, code: typed, mayConfirm: true });
        if (!isRight) return undefined;
        await log(trx, scope, { type: "second-factor.totp-set", address });
        const state = await getFactorState(trx, accountId);
        return state.recoveryCodesLeft > 0 ? [] : await factors.renewRecoveryCodes(trx, accountId);
      });
      if (!recoveryCodes) throw new AppError("A0240");
      await forgive();
      return { recoveryCodes };
    },

    async removeTotp(scope: Scope, address: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if (!(await deleteTotp(trx, idOf(scope)))) return;
        await log(trx, scope, { type: "second-factor.totp-removed", address });
        await settle(trx, scope);
      });
    },

    /** Throws A0440 where there is no factor that they could stand for. */
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

    /** Throws A0404 for a passkey that is another's or none. */
    async removePasskey(
      scope: Scope,
      { passkeyId, address }: { passkeyId: string; address: string },
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if (!(await deletePasskey(trx, { accountId: idOf(scope), passkeyId }))) throw new AppError("A0404");
        await log(trx, scope, { type: "second-factor.passkey-removed", address, id: passkeyId });
        await settle(trx, scope);
      });
    },
  };
}
