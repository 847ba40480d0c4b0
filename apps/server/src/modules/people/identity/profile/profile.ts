import type { Language } from "@heliograph/contract";
import type { Db } from "../../../../infra/postgres/database.ts";
import type { Scope } from "../../../base/access/scope.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";
import { updateAccount } from "../../accounts/accounts.service.ts";

/** The fields that users change of their own account, besides password and contacts. */
export interface ProfileChanges {
  readonly userName?: string | undefined;
  readonly nickname?: string | undefined;
  readonly salutation?: "Mr" | "Ms" | null | undefined;
  readonly contact?: string | undefined;
  readonly language?: Language | undefined;
  readonly emailNotify?: boolean | undefined;
}

/** Changes the caller's own profile. */
export function createProfile({ db }: { db: Db }) {
  return async (
    scope: Scope,
    { address, ...changes }: ProfileChanges & { address: string },
  ): Promise<void> => {
    const accountId = scope.accountId as string;
    const fields = Object.keys(changes);
    if (fields.length === 0) return;
    await db.transaction().execute(async (trx) => {
      await updateAccount(trx, accountId, changes);
      await writeAudit(trx, {
        kind: "operation",
        type: "account.update",
        actorId: accountId,
        companyId: scope.companyId,
        objectType: "account",
        objectId: accountId,
        // Names of fields only: a cancelled account must leave no values in the audit.
        new: { fields },
        method: "api",
        address,
      });
    });
  };
}
