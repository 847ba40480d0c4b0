import type { BodyOf, endpoints } from "@heliograph/contract";
import type { Db } from "../../../infra/postgres/database.ts";
import { findAccountByContact, verifyContact } from "../accounts/accounts.service.ts";
import type { IdentityService } from "../identity/identity.service.ts";
import { checkNotCommon } from "../identity/passwords.service.ts";
import type { Codes } from "./codes.ts";
import { wrongCode } from "./codes.ts";
import type { ContactRelease } from "./contact-release.ts";
import type { TryCode } from "./try-code.ts";

type UpdatePassword = BodyOf<typeof endpoints.registry.updateForgottenPassword>;

/** Sets a new password by a code. A sign-in still requires the second factor afterwards. */
export function createForgottenPassword(deps: {
  db: Db;
  codes: Codes;
  tryCode: TryCode;
  identity: IdentityService;
  contactRelease: ContactRelease;
}) {
  const { db, codes, tryCode, identity, contactRelease } = deps;
  /** Throws A0240 for a wrong code, and for a target without an account, which cannot have one. */
  return async (
    { target, code, password }: UpdatePassword,
    caller: { address: string; userAgent: string },
  ) => {
    // Before the code is tried, so that it costs none of its tries.
    checkNotCommon(password);
    const { address } = caller;
    const stored = await tryCode({ purpose: "forgot", target, code, address });
    const holder = await findAccountByContact(db, target);
    // Closed since the code was sent.
    if (holder?.state !== "active") throw wrongCode();
    const { accountId, companyId } = holder;
    const passwordHash = await identity.replaceForgottenPassword({
      accountId,
      companyId,
      password,
      address,
      verify: async (trx) => {
        await codes.use(trx, stored);
        // The contact has moved to another account meanwhile: the code does not verify this one.
        if (!(await verifyContact(trx, { accountId, contact: target }))) throw wrongCode();
        // Another user added the account with this contact: its administrators learn that the owner now uses it.
        if (!holder.isVerified) await contactRelease.notifyConfirmed(trx, accountId);
      },
    });
    return await identity.signInVerified({
      accountId,
      companyId,
      method: "code",
      passwordHash,
      endpoint: "WEB",
      ...caller,
    });
  };
}
