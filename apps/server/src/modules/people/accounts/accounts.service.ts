import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type {
  AccountChanges,
  ContactHolder,
  LockedAccount,
  LockStrength,
  NewAccount,
  Recipient,
  TakenContactsQuery,
} from "./accounts.repository.ts";
import * as repository from "./accounts.repository.ts";
import { contactKindOf, normalizeContact, normalizeEmail, normalizePhone } from "./contacts.service.ts";

export type { AccountChanges, ContactHolder, NewAccount };

/**
 * Adds an account without a password and returns its id. The phone number is stored in normalized form, the email as
 * typed.
 */
export async function createAccount(trx: Transaction, account: NewAccount): Promise<string> {
  const phone = account.phone && normalizePhone(account.phone);
  return await repository.insertAccount(trx, { ...account, phone });
}

/** Changes columns of an account and returns its new revision. A changed contact is no longer verified. */
export async function updateAccount(
  trx: Transaction,
  accountId: string,
  changes: AccountChanges,
): Promise<string> {
  const phone = changes.phone && normalizePhone(changes.phone);
  return await repository.updateAccount(trx, accountId, { ...changes, phone });
}

/** Locks an account until the transaction ends. A cancelled account is still a row. */
export async function lockAccount(
  trx: Transaction,
  accountId: string,
  strength: LockStrength = "update",
): Promise<LockedAccount | undefined> {
  return await repository.lockAccount(trx, accountId, strength);
}

/** Finds the account that has an email or phone number, in any spelling. */
export async function findAccountByContact(
  executor: Db | Transaction,
  contact: string,
): Promise<ContactHolder | undefined> {
  return await repository.findAccountByContact(executor, normalizeContact(contact));
}

/** Which of these contacts, in any spelling, another account has. */
export async function findTakenContacts(
  executor: Db | Transaction,
  { email, phone, exceptId }: TakenContactsQuery,
): Promise<{ email: boolean; phone: boolean }> {
  return await repository.findTakenContacts(executor, {
    email: email && normalizeEmail(email),
    phone: phone && normalizePhone(phone),
    exceptId,
  });
}

/** Where to send notifications for an account; undefined when it does not exist. */
export async function findRecipient(
  executor: Db | Transaction,
  accountId: string,
): Promise<Recipient | undefined> {
  return await repository.findRecipient(executor, accountId);
}

/** Sets the email or phone number that a code has just verified; the email is stored as typed. */
export async function setVerifiedContact(
  trx: Transaction,
  { accountId, contact }: { accountId: string; contact: string },
): Promise<void> {
  const kind = contactKindOf(contact);
  const value = kind === "email" ? contact : normalizePhone(contact);
  await repository.updateVerifiedContact(trx, { accountId, kind, value });
}

/** Marks a contact as verified by a code; false when the account is cancelled or no longer has it. */
export async function verifyContact(
  trx: Transaction,
  { accountId, contact }: { accountId: string; contact: string },
): Promise<boolean> {
  return await repository.markContactVerified(trx, { accountId, contact: normalizeContact(contact) });
}

/** Clears the verification of both contacts: another user has set the password, so the account may be another person's. */
export async function clearVerification(trx: Transaction, accountId: string): Promise<void> {
  await repository.deleteVerifications(trx, accountId);
}

/**
 * Removes a contact that the account has not verified. Waits for a verification in progress; false when there is nothing
 * unverified to remove.
 */
export async function removeUnverifiedContact(
  trx: Transaction,
  { accountId, contact }: { accountId: string; contact: string },
): Promise<boolean> {
  return await repository.deleteUnverifiedContact(trx, { accountId, contact: normalizeContact(contact) });
}

/**
 * Cancels an account: clears its personal fields and its password, and removes it as a supervisor. The row stays, because
 * the audit refers to it.
 */
export async function cancelAccount(
  trx: Transaction,
  account: { accountId: string; at: Date },
): Promise<void> {
  await repository.eraseAccount(trx, account);
}

/** Removes supervisors of one company from the accounts of another. */
export async function removeSupervisors(
  trx: Transaction,
  companies: { companyId: string; supervisorCompanyId: string },
): Promise<void> {
  await repository.clearSupervisors(trx, companies);
}

/** Moves the rows of a company's cancelled accounts to another company. */
export async function moveCancelledAccounts(
  trx: Transaction,
  companies: { fromCompanyId: string; toCompanyId: string },
): Promise<void> {
  await repository.moveCancelledAccounts(trx, companies);
}

/** Gives cancelled accounts another role, so that their roles can be deleted. */
export async function replaceRolesOfCancelledAccounts(
  trx: Transaction,
  roles: { roleIds: readonly string[]; byRoleId: string },
): Promise<void> {
  await repository.replaceRolesOfCancelled(trx, roles);
}

/** Deletes demo accounts that own no plant any more. */
export async function deleteDemoAccounts(trx: Transaction): Promise<void> {
  await repository.deleteDemoAccounts(trx);
}
