import type { Transaction } from "../../../infra/postgres/database.ts";
import type { Actor } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { releasePicture } from "../../base/pictures/pictures.service.ts";
import { cancelAccount } from "../accounts/accounts.service.ts";
import { deleteUnsentMessages, eraseFromPlants } from "./profile/contact-erasure.repository.ts";
import {
  deletePersonalRows,
  endOffersToContacts,
  eraseFromCompany,
  findAvatarId,
} from "./profile/erasure.repository.ts";
import { deleteSecondFactors } from "./second-factors.service.ts";

/** Clears the person's contact at plants, with an audit row for each. */
async function eraseContacts(trx: Transaction, { scope, address }: Actor, accountId: string): Promise<void> {
  for (const { plantId, companyId, original } of await eraseFromPlants(trx, accountId))
    await writeAudit(trx, {
      kind: "operation",
      type: "station.update",
      actorId: scope.accountId,
      companyId,
      plantId,
      objectType: "station",
      objectId: plantId,
      original,
      new: Object.fromEntries(Object.keys(original).map((name) => [name, ""])),
      method: "api",
      address,
    });
}

/**
 * Erases an account whose access to plants has ended. The row stays, because the audit refers to it; every field that
 * identifies the person is cleared, here and wherever the account's names and contacts were entered.
 */
export async function eraseAccount(
  trx: Transaction,
  actor: Actor,
  account: { accountId: string; at: Date },
): Promise<void> {
  const { accountId } = account;
  // All of these compare with the account's names and contacts, so the account itself is cleared after them.
  await eraseContacts(trx, actor, accountId);
  await endOffersToContacts(trx, account);
  await eraseFromCompany(trx, accountId);
  await deleteUnsentMessages(trx, accountId);
  const avatarId = await findAvatarId(trx, accountId);
  if (avatarId !== undefined) await releasePicture(trx, avatarId);
  await cancelAccount(trx, account);
  await deletePersonalRows(trx, account);
  await deleteSecondFactors(trx, accountId);
}
