import type { BodyOf, endpoints } from "@heliograph/contract";
import type { Db } from "../../infra/postgres/database.ts";
import type { IdentityService } from "../identity/identity.service.ts";
import { normalizeAccountName } from "../identity/identity.service.ts";
import type { Codes } from "./codes.ts";
import { wrongCode } from "./codes.ts";
import type { ContactRelease } from "./contact-release.ts";
import { findHolder, writeProof } from "./holders.repository.ts";
import { refuseCommon } from "./register.ts";
import type { TryCode } from "./try-code.ts";

type UpdatePassword = BodyOf<typeof endpoints.registry.updateForgottenPassword>;

/** A new password by a code. What else a sign-in needs, such as a second factor, is still asked for afterwards. */
export function createForgottenPassword(deps: {
  db: Db;
  codes: Codes;
  tryCode: TryCode;
  identity: IdentityService;
  contactRelease: ContactRelease;
}) {
  const { db, codes, tryCode, identity, contactRelease } = deps;
  /** Throws A0240 for a wrong code, and for a target without an account, which can have none. */
  return async (
    { target, code, password }: UpdatePassword,
    caller: { address: string; userAgent: string },
  ) => {
    refuseCommon(password);
    const { address } = caller;
    const stored = await tryCode({ purpose: "forgot", target, code, address });
    const name = normalizeAccountName(target);
    const holder = await findHolder(db, name);
    // Closed since the code was mailed.
    if (holder?.state !== "active") throw wrongCode();
    const { accountId, companyId } = holder;
    const passwordHash = await identity.replaceForgottenPassword({
      accountId,
      companyId,
      password,
      address,
      prove: async (trx) => {
        await codes.use(trx, stored);
        // Somebody else's by now: the code shows nothing of this account.
        if (!(await writeProof(trx, { accountId, target: name }))) throw wrongCode();
        // Somebody else added the account with this contact: its administrators learn who uses it from now on.
        if (!holder.isVerified) await contactRelease.notifyConfirmed(trx, accountId);
      },
    });
    return await identity.signInAfterProof({
      accountId,
      companyId,
      method: "code",
      passwordHash,
      endpoint: "WEB",
      ...caller,
    });
  };
}
