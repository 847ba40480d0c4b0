import { AppError } from "../../../../errors.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import { seal, unseal } from "../../../../infra/sealed.ts";
import type { ServerKeys } from "../server-keys.service.ts";
import type { SignInThrottle } from "../sign-in-throttle.service.ts";
import { createRecoveryCodes, hashRecoveryCode } from "./recovery-codes.ts";
import type { FactorState } from "./second-factors.repository.ts";
import {
  acceptTotp,
  consumeRecoveryCode,
  getFactorState,
  lockTotp,
  proposeTotp,
  replaceRecoveryCodes,
} from "./second-factors.repository.ts";
import { createTotpSecret, findTotpCounter, totpUri } from "./totp.ts";

const KEY_NAMES = { totp: "totp-secret", recovery: "recovery-code" } as const;

export interface SecondFactorOptions {
  db: Db;
  clock: Clock;
  throttle: SignInThrottle;
  serverKeys: ServerKeys;
  /** Roles, by code or id, that require a second factor. */
  requiredRoles: ReadonlySet<string>;
}

/** Creates, stores and checks the secrets and codes of second factors. */
export function createSecondFactors(options: SecondFactorOptions) {
  const { db, clock, throttle, serverKeys, requiredRoles } = options;

  async function loadKeys(): Promise<void> {
    await Promise.all(Object.values(KEY_NAMES).map((name) => serverKeys.get(name)));
  }

  async function checkTotp(
    trx: Transaction,
    { accountId, code, canConfirm }: { accountId: string; code: string; canConfirm: boolean },
  ): Promise<boolean> {
    const key = await serverKeys.get(KEY_NAMES.totp);
    const factor = await lockTotp(trx, accountId);
    if (!factor || (factor.confirmedAt === null && !canConfirm)) return false;
    const now = clock.now();
    const counter = findTotpCounter(unseal(key, factor.secret), {
      code,
      lastCounter: factor.lastCounter,
      now,
    });
    if (counter === undefined) return false;
    await acceptTotp(trx, { accountId, counter, at: new Date(now) });
    return true;
  }

  return {
    isRequired: ({ roleId, roleCode }: Pick<FactorState, "roleId" | "roleCode">): boolean =>
      requiredRoles.has(roleId) || (roleCode !== null && requiredRoles.has(roleCode)),

    getState: (accountId: string) => getFactorState(db, accountId),

    /** Creates a secret to be confirmed by a first code; undefined when a confirmed one exists. */
    async propose(accountId: string, label: string): Promise<{ secret: string; uri: string } | undefined> {
      const secret = createTotpSecret();
      const sealed = seal(await serverKeys.get(KEY_NAMES.totp), secret);
      const isProposed = await proposeTotp(db, { accountId, secret: sealed, at: new Date(clock.now()) });
      return isProposed ? { secret, uri: totpUri(secret, label) } : undefined;
    },

    /** Throttles codes like passwords. Throws A0501; call `resetFailures` once a code was right. */
    async beginTry(accountId: string, address: string): Promise<{ resetFailures(): Promise<void> }> {
      const pair = { account: `second-factor ${accountId}`, address };
      const { waitS } = await throttle.begin(pair);
      if (waitS > 0) throw new AppError("A0501", { retryAfterS: Math.ceil(waitS) });
      await loadKeys();
      return { resetFailures: () => throttle.resetFailures(pair) };
    },

    /** Call before a transaction that needs the keys: loading them may need a connection of its own. */
    loadKeys,

    checkTotp,

    /** Six digits are a code of the app, anything else a recovery code; undefined for a wrong one. */
    async checkCode(
      trx: Transaction,
      { accountId, code, canConfirm }: { accountId: string; code: string; canConfirm: boolean },
    ): Promise<"totp" | "recovery" | undefined> {
      const digits = code.replace(/\s/g, "");
      if (/^\d{6}$/.test(digits))
        return (await checkTotp(trx, { accountId, code: digits, canConfirm })) ? "totp" : undefined;
      const hmac = hashRecoveryCode(await serverKeys.get(KEY_NAMES.recovery), code);
      const isRight = await consumeRecoveryCode(trx, { accountId, hmac, at: new Date(clock.now()) });
      return isRight ? "recovery" : undefined;
    },

    /** Replaces the codes by ten new ones, which are shown only now. */
    async renewRecoveryCodes(trx: Transaction, accountId: string): Promise<string[]> {
      const codes = createRecoveryCodes();
      const key = await serverKeys.get(KEY_NAMES.recovery);
      const hmacs = codes.map((code) => hashRecoveryCode(key, code));
      await replaceRecoveryCodes(trx, { accountId, hmacs });
      return codes;
    },
  };
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;
