import type { Transaction } from "../../infra/postgres/database.ts";
import { writeAudit } from "../audit/audit.service.ts";
import type { NewOwner } from "./own-company.repository.ts";
import { insertOwnCompany, insertOwner } from "./own-company.repository.ts";

/** Makes a company below the operator for somebody who registers, and their account as its owner and administrator. */
export async function addOwnCompany(
  trx: Transaction,
  /** Without a company's name it is the person's. */
  { companyName, ...owner }: NewOwner & { companyName: string },
  { address, agreementVersion }: { address: string; agreementVersion: string },
): Promise<{ accountId: string; companyId: string }> {
  const name = companyName === "" ? owner.userName : companyName;
  const companyId = await insertOwnCompany(trx, name);
  const accountId = await insertOwner(trx, { ...owner, companyId, isNamesake: name === owner.userName });
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
