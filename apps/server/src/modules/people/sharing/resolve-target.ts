import { accountPhone, email } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { normalizeEmail, normalizePhone } from "../accounts/contacts.service.ts";
import type { OfferTarget } from "./offer-target.ts";
import { toAccount } from "./offer-target.ts";
import { findOwnContacts, isOpenAccountInScope } from "./offers.repository.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const targetError = (key: "field.emailOrPhone" | "field.notThere" | "field.yourself") =>
  new AppError("A0400", { fields: [{ path: "target", key }] });

function toContact(typed: string): string {
  if (email.safeParse(typed).success) return normalizeEmail(typed);
  if (accountPhone.safeParse(typed).success) return normalizePhone(typed);
  throw targetError("field.emailOrPhone");
}

/** Reads a typed recipient. An email or phone number is not looked up, so the caller does not learn whose it is. */
export async function resolveTarget(trx: Transaction, scope: Scope, typed: string): Promise<OfferTarget> {
  if (UUID.test(typed)) {
    const accountId = typed.toLowerCase();
    if (accountId === scope.accountId) throw targetError("field.yourself");
    if (!(await isOpenAccountInScope(trx, scope, accountId))) throw targetError("field.notThere");
    return toAccount(accountId);
  }
  const contact = toContact(typed);
  if ((await findOwnContacts(trx, scope)).includes(contact)) throw targetError("field.yourself");
  return { accountId: null, contact };
}
