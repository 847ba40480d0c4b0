import type { Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { forgetInPlants } from "./forget-contacts.repository.ts";
import { eraseRows } from "./log-off.repository.ts";

/** Erases an account whose access to plants has ended; a plant that loses a contact by it has that in its log. */
export async function eraseAccount(
  trx: Transaction,
  { scope, address }: { scope: Scope; address: string },
  account: { accountId: string; at: Date },
): Promise<void> {
  for (const { plantId, companyId, original } of await forgetInPlants(trx, account.accountId))
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
  await eraseRows(trx, account);
}
