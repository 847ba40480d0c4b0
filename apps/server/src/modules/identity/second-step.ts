import type { SecondFactorDemand } from "@heliograph/contract";
import type { Clock } from "../../infra/clock.ts";
import type { Db } from "../../infra/postgres/database.ts";
import { AppError } from "../access/access.service.ts";
import type { FactorState } from "./second-factors.repository.ts";
import { insertSecondStep, takeSecondStep, trySecondStep } from "./second-factors.repository.ts";
import type { SecondFactors } from "./second-factors.ts";
import type { Proven } from "./session-start.ts";
import { checkPasswordHolds } from "./session-start.ts";
import { createToken } from "./token-values.ts";

const lifeMs = 10 * 60_000;
const mostTries = 5;

const hasNone = ({ totpSince, passkeys }: FactorState) => totpSince === null && passkeys === 0;

function methodsOf({ totpSince, passkeys, recoveryCodesLeft }: FactorState): SecondFactorDemand["methods"] {
  return [
    ...(totpSince === null ? [] : ["totp" as const]),
    ...(passkeys === 0 ? [] : ["passkey" as const]),
    ...(recoveryCodesLeft === 0 ? [] : ["recovery" as const]),
  ];
}

/** What stands between a first factor and a session. */
export function createSecondStep(options: { db: Db; clock: Clock; factors: SecondFactors }) {
  const { db, clock, factors } = options;

  /** Who must have a factor and has none makes one on the way in. */
  async function methodsWithSetup(proven: Proven, state: FactorState) {
    if (!hasNone(state)) return { methods: methodsOf(state) };
    const setup = await factors.propose(proven.accountId, state.label);
    return { methods: ["totpSetup" as const], ...(setup && { setup }) };
  }

  return {
    /** Throws A0221 with a challenge for an account that has a second factor, or whose role requires one. */
    async demand(proven: Proven): Promise<void> {
      const state = await factors.getState(proven.accountId);
      if (hasNone(state) && !factors.isRequired(state)) return;
      const challenge = createToken();
      await db.transaction().execute(async (trx) => {
        await checkPasswordHolds(trx, proven);
        await insertSecondStep(trx, {
          challenge,
          accountId: proven.accountId,
          endpoint: proven.endpoint,
          method: proven.method,
          isKept: proven.keepSignedIn === true,
          expiresAt: new Date(clock.now() + lifeMs),
        });
      });
      const data: SecondFactorDemand = { challenge, ...(await methodsWithSetup(proven, state)) };
      throw new AppError("A0221", { data });
    },

    /**
     * Answers who has proved both factors. Throws A0230 for a challenge that is unknown, used, too old or tried too
     * often, A0240 for a wrong code, A0501 while the account has to wait from this address.
     */
    async redeem(input: {
      challenge: string;
      code: string;
      address: string;
      userAgent: string;
    }): Promise<Proven> {
      const { challenge, code, address, userAgent } = input;
      const step = await trySecondStep(db, { challenge, at: new Date(clock.now()), mostTries });
      if (!step) throw new AppError("A0230");
      const { isKept, ...owner } = step;
      const { accountId } = owner;
      const { forgive } = await factors.beginTry(accountId, address);
      const state = await factors.getState(accountId);
      const mayConfirm = hasNone(state) && factors.isRequired(state);
      const method = await db.transaction().execute(async (trx) => {
        const right = await factors.checkCode(trx, { accountId, code, mayConfirm });
        if (right && !(await takeSecondStep(trx, challenge))) throw new AppError("A0230");
        return right;
      });
      if (!method) throw new AppError("A0240");
      await forgive();
      return { ...owner, method, address, userAgent, keepSignedIn: isKept };
    },
  };
}

export type SecondStep = ReturnType<typeof createSecondStep>;
