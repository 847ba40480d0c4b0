import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { AppError } from "../access/access.service.ts";
import { createRecoveryCodes, hashRecoveryCode } from "./recovery-codes.ts";
import { seal, unseal } from "./sealed.ts";
import type { FactorState } from "./second-factors.repository.ts";
import {
  acceptTotp,
  getFactorState,
  proposeTotp,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeTotp,
} from "./second-factors.repository.ts";
import type { ServerKeys } from "./server-keys.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";
import { createTotpSecret, findTotpCounter, totpUri } from "./totp.ts";

const keyNames = { totp: "totp-secret", recovery: "recovery-code" } as const;

export interface SecondFactorOptions {
  db: Db;
  clock: Clock;
  throttle: SignInThrottle;
  serverKeys: ServerKeys;
  /** Roles, by code or id, whose accounts may not be without a second factor. */
  requiredRoles: ReadonlySet<string>;
}

/** Secrets and codes of second factors: how they are made, kept and checked. */
export function createSecondFactors(options: SecondFactorOptions) {
  const { db, clock, throttle, serverKeys, requiredRoles } = options;

  async function loadKeys(): Promise<void> {
    await Promise.all(Object.values(keyNames).map((name) => serverKeys.get(name)));
  }

  async function checkTotp(
    trx: Transaction,
    { accountId, code, mayConfirm }: { accountId: string; code: string; mayConfirm: boolean },
  ): Promise<boolean> {
    const key = await serverKeys.get(keyNames.totp);
    const factor = await takeTotp(trx, accountId);
    if (!factor || (factor.confirmedAt === null && !mayConfirm)) return false;
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

    /** A secret to be confirmed by a first code; undefined when a confirmed one is there. */
    async propose(accountId: string, label: string): Promise<{ secret: string; uri: string } | undefined> {
      const secret = createTotpSecret();
      const sealed = seal(await serverKeys.get(keyNames.totp), secret);
      const isProposed = await proposeTotp(db, { accountId, secret: sealed, at: new Date(clock.now()) });
      return isProposed ? { secret, uri: totpUri(secret, label) } : undefined;
    },

    /** Codes are guessed at as passwords are: the same waits. Throws A0501; answers what to call when one was right. */
    async beginTry(accountId: string, address: string): Promise<{ forgive(): Promise<void> }> {
      const pair = { account: `second-factor ${accountId}`, address };
      const { waitS } = await throttle.begin(pair);
      if (waitS > 0) throw new AppError("A0501", { retryAfterS: Math.ceil(waitS) });
      await loadKeys();
      return { forgive: () => throttle.forgive(pair) };
    },

    /** Before a transaction that needs them: the keys may need a connection of their own. */
    loadKeys,

    checkTotp,

    /** Six digits are the app's, anything else a recovery code; undefined for a wrong one. */
    async checkCode(
      trx: Transaction,
      { accountId, code, mayConfirm }: { accountId: string; code: string; mayConfirm: boolean },
    ): Promise<"totp" | "recovery" | undefined> {
      const digits = code.replace(/\s/g, "");
      if (/^\d{6}$/.test(digits))
        return (await checkTotp(trx, { accountId, code: digits, mayConfirm })) ? "totp" : undefined;
      const hmac = hashRecoveryCode(await serverKeys.get(keyNames.recovery), code);
      const isRight = await takeRecoveryCode(trx, { accountId, hmac, at: new Date(clock.now()) });
      return isRight ? "recovery" : undefined;
    },

    /** Ten new codes in the place of the old; they are shown this once. */
    async renewRecoveryCodes(trx: Transaction, accountId: string): Promise<string[]> {
      const codes = createRecoveryCodes();
      const key = await serverKeys.get(keyNames.recovery);
      const hmacs = codes.map((code) => hashRecoveryCode(key, code));
      await replaceRecoveryCodes(trx, { accountId, hmacs });
      return codes;
    },
  };
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;
