import { AppError } from "../../../errors.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { findTakenContacts } from "../accounts/accounts.service.ts";

/** Throws A0111 for an email or phone number that another account has. */
export async function checkContactsAvailable(
  trx: Transaction,
  contacts: Parameters<typeof findTakenContacts>[1],
): Promise<void> {
  const taken = await findTakenContacts(trx, contacts);
  const fields = (["email", "phone"] as const)
    .filter((path) => taken[path])
    .map((path) => ({ path, key: "field.taken" as const }));
  if (fields.length > 0) throw new AppError("A0111", { fields });
}
