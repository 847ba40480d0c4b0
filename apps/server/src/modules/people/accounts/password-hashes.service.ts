import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { normalizeContact } from "./contacts.service.ts";
import type { Credentials } from "./password-hashes.repository.ts";
import * as repository from "./password-hashes.repository.ts";

export type { Credentials };

/** Finds the credentials of the account with an email or phone number, in any spelling. */
export async function findCredentials(db: Db, contact: string): Promise<Credentials | undefined> {
  return await repository.findCredentials(db, normalizeContact(contact));
}

/** The stored hash of an account; undefined while it has no password. */
export async function findPasswordHash(db: Db, accountId: string): Promise<string | undefined> {
  return await repository.findPasswordHash(db, accountId);
}

/** The stored hash, its row locked: a concurrent change of the password waits, or is seen. */
export async function lockPasswordHash(trx: Transaction, accountId: string): Promise<string | null> {
  return await repository.lockPasswordHash(trx, accountId);
}

/** Sets the hash of a new password. */
export async function writePasswordHash(trx: Transaction, accountId: string, hash: string): Promise<void> {
  await repository.updatePasswordHash(trx, accountId, hash);
}

/** Replaces a hash by another one of the same password; false when the password was changed meanwhile. */
export async function replacePasswordHash(
  db: Db,
  change: { accountId: string; from: string; to: string },
): Promise<boolean> {
  return await repository.replacePasswordHash(db, change);
}
