import type { Language } from "@heliograph/contract";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { createAccount } from "../accounts/accounts.service.ts";
import { setPasswordHash } from "../identity/passwords.service.ts";
import { getRoleIdByCode } from "../roles/role-rights.service.ts";
import { insertOwnCompany, setFirstAdministrator } from "./own-company.repository.ts";

export interface NewOwner {
  readonly userName: string;
  /** Empty for a company that gets the owner's name. */
  readonly companyName: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly language: Language;
  readonly passwordHash: string;
}

/** Creates a company below the operator for a user who registers, and the account as its owner and administrator. */
export async function addOwnCompany(
  trx: Transaction,
  { companyName, passwordHash, ...owner }: NewOwner,
  { address, agreementVersion }: { address: string; agreementVersion: string },
): Promise<{ accountId: string; companyId: string }> {
  const name = companyName === "" ? owner.userName : companyName;
  const companyId = await insertOwnCompany(trx, name);
  const roleId = await getRoleIdByCode(trx, "owner");
  // Registration has verified the contact by a code.
  const account = { ...owner, companyId, roleId, relation: "customer", isVerified: true } as const;
  const accountId = await createAccount(trx, account);
  await setPasswordHash(trx, accountId, passwordHash);
  await setFirstAdministrator(trx, { companyId, accountId, isNamedAfter: name === owner.userName });
  const audited = {
    kind: "operation",
    actorId: accountId,
    companyId,
    method: "registration",
    address,
  } as const;
  await writeAudit(trx, { ...audited, type: "company.add", objectType: "company", objectId: companyId });
  await writeAudit(trx, {
    ...audited,
    type: "account.register",
    objectType: "account",
    objectId: accountId,
    new: { companyId, agreementVersion },
  });
  return { accountId, companyId };
}
