import type { Language } from "@heliograph/contract";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import type { OwnAddress } from "../../infra/own-address.ts";
import type { Db } from "../../infra/postgres/database.ts";
import { AppError } from "../access/access.service.ts";
import {
  createServerKeys,
  createSignInThrottle,
  normalizeAccountName,
} from "../identity/identity.service.ts";
import { createCodeRequests } from "./code-requests.ts";
import type { CodeTarget } from "./codes.ts";
import { createCodes } from "./codes.ts";

/** Verification codes, and what people do with them without an administrator. */
export function createRegistrationService(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  ownAddress: OwnAddress;
}) {
  const { db, clock } = deps;
  const codes = createCodes({ db, clock, serverKeys: createServerKeys(db) });
  const requests = createCodeRequests({ ...deps, codes });
  const throttle = createSignInThrottle({ db, clock });

  /** A code that was tried, and right; wrong tries slow the address down as at sign-in. */
  async function tryCode(typed: CodeTarget & { code: string; address: string }) {
    const { purpose, target, address } = typed;
    const pair = { account: `${purpose} ${normalizeAccountName(target)}`, address };
    const { waitS } = await throttle.begin(pair);
    if (waitS > 0) throw new AppError("A0501", { retryAfterS: Math.ceil(waitS) });
    const code = await codes.try(typed);
    await throttle.forgive(pair);
    return code;
  }

  return {
    requestCode: (options: CodeTarget & { address: string; language: Language }) => codes.request(options),

    /** Throws A0240 for a wrong code; a right one can still be used. */
    async checkCode(typed: CodeTarget & { code: string; address: string }): Promise<void> {
      await tryCode(typed);
    },

    /** Sends what people asked for; called again and again by one process. */
    answerRequests: requests.work,
    sweep: codes.sweep,
  };
}

export type RegistrationService = ReturnType<typeof createRegistrationService>;
