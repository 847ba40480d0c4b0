import { accountPhone, email } from "@heliograph/contract";
import type { Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { normalizeEmail, normalizePhone } from "../identity/identity.service.ts";
import { findOwnContacts, isAccountInReach } from "./offers.repository.ts";

/** Whom something is offered to: an account, or whoever has the email or phone number. */
export type OfferTarget =
  | { readonly accountId: string; readonly contact: "" }
  | { readonly accountId: null; readonly contact: string };

export const toAccount = (accountId: string): OfferTarget => ({ accountId, contact: "" });

/** As it is stored: an account's id, or the address while nobody has answered by it. */
export function toTarget({ accountId, target }: { accountId: string | null; target: string }): OfferTarget {
  return accountId === null ? { accountId, contact: target } : toAccount(accountId);
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const refuse = (key: "field.emailOrPhone" | "field.notThere" | "field.yourself") =>
  new AppError("A0400", { fields: [{ path: "target", key }] });

function toContact(typed: string): string {
  if (email.safeParse(typed).success) return normalizeEmail(typed);
  if (accountPhone.safeParse(typed).success) return normalizePhone(typed);
  throw refuse("field.emailOrPhone");
}

/** Reads what was typed. An email or phone number is not looked up, so nobody learns whose it is. */
export async function resolveTarget(trx: Transaction, scope: Scope, typed: string): Promise<OfferTarget> {
  if (uuid.test(typed)) {
    const accountId = typed.toLowerCase();
    if (accountId === scope.accountId) throw refuse("field.yourself");
    if (!(await isAccountInReach(trx, scope, accountId))) throw refuse("field.notThere");
    return { accountId, contact: "" };
  }
  const contact = toContact(typed);
  if ((await findOwnContacts(trx, scope)).includes(contact)) throw refuse("field.yourself");
  return { accountId: null, contact };
}
