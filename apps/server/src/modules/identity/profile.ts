import type { Db } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import type { ProfileColumns } from "./profile.repository.ts";
import { updateProfile } from "./profile.repository.ts";

/** What people change of their own account, beside password and contacts. */
export function createProfile({ db }: { db: Db }) {
  return async (
    scope: Scope,
    { address, ...profile }: ProfileColumns & { address: string },
  ): Promise<void> => {
    const accountId = scope.accountId as string;
    const fields = Object.keys(profile);
    if (fields.length === 0) return;
    await db.transaction().execute(async (trx) => {
      await updateProfile(trx, accountId, profile);
      await writeAudit(trx, {
        kind: "operation",
        type: "account.update",
        actorId: accountId,
        companyId: scope.companyId,
        objectType: "account",
        objectId: accountId,
        // Which, not what: names vanish with an account, and this row does not.
        new: { fields },
        method: "api",
        address,
      });
    });
  };
}
