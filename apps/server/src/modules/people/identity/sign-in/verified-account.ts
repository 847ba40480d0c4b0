import type { EndpointName } from "@heliograph/contract";
import { AppError } from "../../../../errors.ts";
import type { Transaction } from "../../../../infra/postgres/database.ts";
import { lockPasswordHash } from "../../accounts/password-hashes.service.ts";

/** Where a session is started from. */
export interface Origin {
  endpoint: EndpointName;
  address: string;
  userAgent: string;
}

/** An account whose user has been verified, and where the request came from. */
export interface VerifiedAccount extends Origin {
  accountId: string;
  companyId: string;
  method: "password" | "code" | "registration" | "passkey" | "ticket" | "totp" | "recovery";
  /** The browser stays signed in by a cookie. */
  keepSignedIn?: boolean | undefined;
  /** The stored hash that was verified, where a password was involved: a session starts only while it is unchanged. */
  passwordHash?: string | null;
}

/** Call in the transaction of what the sign-in allows. Throws A0200, or A0230 for a challenge, once the password changed. */
export async function checkPasswordUnchanged(
  trx: Transaction,
  { accountId, passwordHash, method }: VerifiedAccount,
): Promise<void> {
  if (passwordHash === undefined || (await lockPasswordHash(trx, accountId)) === passwordHash) return;
  throw new AppError(method === "password" ? "A0200" : "A0230");
}
