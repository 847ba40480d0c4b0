import { randomInt } from "node:crypto";
import { chmod, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { createAccount, findAccountByContact, updateAccount } from "../accounts/accounts.service.ts";
import { hashPassword, setPasswordHash } from "./passwords.service.ts";
import { countOtherRoots } from "./root-account.repository.ts";
import { deleteSecondFactors } from "./second-factors.service.ts";
import { lockIdentity } from "./seed-matrix.repository.ts";
import { seedMatrix } from "./seed-matrix.ts";
import { endSessionsOf } from "./sessions.service.ts";

/** Email of the account that every installation has. The account is found by it, so it cannot be changed. */
export const ROOT_EMAIL = "root@heliograph.local";
// R5.15 allows 16 characters. Without I, O, l, 0 and 1, which look alike: 57 letters, 93 bits.
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
const PASSWORD_LENGTH = 16;

export interface RootCredentials {
  account: string;
  password: string;
  /** File that holds both, readable by the server's user alone. */
  path: string;
}

function createRootPassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

async function writeCredentials(dataFolder: string, password: string): Promise<RootCredentials> {
  const path = join(dataFolder, "root-account.json");
  const draft = `${path}.new`;
  await writeFile(draft, `${JSON.stringify({ account: ROOT_EMAIL, password })}\n`, { mode: 0o600 });
  // The mode above applies only to a file that did not exist.
  await chmod(draft, 0o600);
  await rename(draft, path);
  return { account: ROOT_EMAIL, password, path };
}

async function createRoot(
  trx: Transaction,
  { companyId, rootRoleId, passwordHash }: { companyId: string; rootRoleId: string; passwordHash: string },
): Promise<void> {
  const accountId = await createAccount(trx, {
    companyId,
    roleId: rootRoleId,
    relation: "colleague",
    userName: "ROOT",
    email: ROOT_EMAIL,
    isVerified: true,
    emailNotify: false,
  });
  await setPasswordHash(trx, accountId, passwordHash);
  await writeAudit(trx, {
    kind: "system",
    type: "account.root-made",
    companyId,
    objectType: "account",
    objectId: accountId,
    method: "start",
  });
}

/**
 * Adds what every installation has (operator, customer types, built-in roles, ROOT) where it is missing; runs at every
 * start. Returns the credentials of ROOT when this process created the account: of several servers that start at the same
 * time only one does, and writes the file.
 */
export async function ensureRootAccount(options: {
  db: Db;
  dataFolder: string;
}): Promise<RootCredentials | undefined> {
  const password = createRootPassword();
  return await options.db.transaction().execute(async (trx) => {
    await lockIdentity(trx);
    const seeded = await seedMatrix(trx);
    if (await findAccountByContact(trx, ROOT_EMAIL)) return undefined;
    await createRoot(trx, { ...seeded, passwordHash: await hashPassword(password) });
    // Inside the transaction: without the file no user could sign in, so the account is not created without it.
    return await writeCredentials(options.dataFolder, password);
  });
}

/** Gives ROOT a new password, enables it, deletes its second factors and ends all its sessions. */
export async function resetRootAccount(options: {
  db: Db;
  clock: Clock;
  dataFolder: string;
}): Promise<RootCredentials> {
  const { db, clock, dataFolder } = options;
  const password = createRootPassword();
  const passwordHash = await hashPassword(password);
  return await db.transaction().execute(async (trx) => {
    await lockIdentity(trx);
    const { companyId, rootRoleId } = await seedMatrix(trx);
    const root = await findAccountByContact(trx, ROOT_EMAIL);
    if (!root) {
      await createRoot(trx, { companyId, rootRoleId, passwordHash });
      return await writeCredentials(dataFolder, password);
    }
    const { accountId } = root;
    await updateAccount(trx, accountId, { companyId, roleId: rootRoleId, disabledAt: null });
    await setPasswordHash(trx, accountId, passwordHash);
    // The operator of the machine may have lost the second factor as well.
    await deleteSecondFactors(trx, accountId);
    const endedAt = new Date(clock.now());
    const endedSessions = await endSessionsOf(trx, { accountId, reason: "root-reset", endedAt });
    await writeAudit(trx, {
      kind: "security",
      type: "account.root-reset",
      companyId,
      objectType: "account",
      objectId: accountId,
      new: { endedSessions },
      method: "terminal",
    });
    return await writeCredentials(dataFolder, password);
  });
}

/** Serializes the changes that could leave no ROOT account: of the last two only one can be closed. */
export async function lockRootAccounts(trx: Transaction): Promise<void> {
  await lockIdentity(trx);
}

/** Throws A0430 when no other account with the role ROOT can sign in. The caller holds `lockRootAccounts`. */
export async function checkNotLastRoot(trx: Transaction, accountId: string): Promise<void> {
  if ((await countOtherRoots(trx, accountId)) === 0)
    throw new AppError("A0430", { messageKey: "message.lastRoot" });
}
