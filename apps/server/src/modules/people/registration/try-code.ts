import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { normalizeContact } from "../accounts/contacts.service.ts";
import { createSignInThrottle } from "../identity/sign-in-throttle.service.ts";
import type { Codes, CodeTarget } from "./codes.ts";

/** Tries codes as `codes.try` does; wrong ones are throttled as at sign-in. */
export function createTryCode({ db, clock, codes }: { db: Db; clock: Clock; codes: Codes }) {
  const throttle = createSignInThrottle({ db, clock });
  return async (typed: CodeTarget & { code: string; address: string }) => {
    const { purpose, target, address } = typed;
    const pair = { account: `${purpose} ${normalizeContact(target)}`, address };
    const { waitS } = await throttle.begin(pair);
    if (waitS > 0) throw new AppError("A0501", { retryAfterS: Math.ceil(waitS) });
    const code = await codes.try(typed);
    await throttle.resetFailures(pair);
    return code;
  };
}

export type TryCode = ReturnType<typeof createTryCode>;
