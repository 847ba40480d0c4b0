import type { SecondFactorDemand } from "@heliograph/contract";
import { AppError } from "../../../../errors.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { FactorState } from "../factors/second-factors.repository.ts";
import type { SecondFactors } from "../factors/second-factors.ts";
import { createToken } from "../sessions/token-values.ts";
import { countSecondStepTry, deleteSecondStep, insertSecondStep } from "./second-steps.repository.ts";
import type { VerifiedAccount } from "./verified-account.ts";
import { checkPasswordUnchanged } from "./verified-account.ts";

const CHALLENGE_LIFETIME_MS = 10 * 60_000;
const MAX_TRIES = 5;

const hasNone = ({ totpSince, passkeys }: FactorState) => totpSince === null && passkeys === 0;

function methodsOf({ totpSince, passkeys, recoveryCodesLeft }: FactorState): SecondFactorDemand["methods"] {
  return [
    ...(totpSince === null ? [] : ["totp" as const]),
    ...(passkeys === 0 ? [] : ["passkey" as const]),
    ...(recoveryCodesLeft === 0 ? [] : ["recovery" as const]),
  ];
}

/** The step between a first factor and a session. */
export function createSecondStep(options: { db: Db; clock: Clock; factors: SecondFactors }) {
  const { db, clock, factors } = options;

  /** An account whose role requires a factor and that has none sets one up during sign-in. */
  async function methodsWithSetup({ accountId }: VerifiedAccount, state: FactorState) {
    if (!hasNone(state)) return { methods: methodsOf(state) };
    const setup = await factors.propose(accountId, state.label);
    return { methods: ["totpSetup" as const], ...(setup && { setup }) };
  }

  return {
    /** Throws A0221 with a challenge for an account that has a second factor, or whose role requires one. */
    async require(verified: VerifiedAccount): Promise<void> {
      const { accountId, endpoint, method, keepSignedIn } = verified;
      const state = await factors.getState(accountId);
      if (hasNone(state) && !factors.isRequired(state)) return;
      const challenge = createToken();
      await db.transaction().execute(async (trx) => {
        await checkPasswordUnchanged(trx, verified);
        await insertSecondStep(trx, {
          challenge,
          accountId,
          endpoint,
          method,
          isKept: keepSignedIn === true,
          expiresAt: new Date(clock.now() + CHALLENGE_LIFETIME_MS),
        });
      });
      const data: SecondFactorDemand = { challenge, ...(await methodsWithSetup(verified, state)) };
      throw new AppError("A0221", { data });
    },

    /**
     * Returns the account verified by both factors. Throws A0230 for a challenge that is unknown, used, expired or tried
     * too often, A0240 for a wrong code, A0501 while the account is throttled from this address.
     */
    async redeem(input: {
      challenge: string;
      code: string;
      address: string;
      userAgent: string;
    }): Promise<VerifiedAccount> {
      const { challenge, code, address, userAgent } = input;
      const at = new Date(clock.now());
      const step = await countSecondStepTry(db, { challenge, at, maxTries: MAX_TRIES });
      if (!step) throw new AppError("A0230");
      const { isKept, ...owner } = step;
      const { accountId } = owner;
      const { resetFailures } = await factors.beginTry(accountId, address);
      const state = await factors.getState(accountId);
      const canConfirm = hasNone(state) && factors.isRequired(state);
      const method = await db.transaction().execute(async (trx) => {
        const matched = await factors.checkCode(trx, { accountId, code, canConfirm });
        if (matched && !(await deleteSecondStep(trx, challenge))) throw new AppError("A0230");
        return matched;
      });
      if (!method) throw new AppError("A0240");
      await resetFailures();
      return { ...owner, method, address, userAgent, keepSignedIn: isKept };
    },
  };
}

export type SecondStep = ReturnType<typeof createSecondStep>;
