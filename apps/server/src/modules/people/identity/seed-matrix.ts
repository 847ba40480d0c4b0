import { messages, seededMatrix } from "@heliograph/contract";
import type { Transaction } from "../../../infra/postgres/database.ts";
import {
  findOrInsertOperator,
  findOrInsertType,
  getRootRoleId,
  insertRole,
  updateOperatorPermissions,
} from "./seed-matrix.repository.ts";

/**
 * Adds the platform operator's company, the customer types and the built-in roles where they are missing, and gives the
 * operator and ROOT the permissions of a newer version. The caller holds the identity lock.
 */
export async function seedMatrix(trx: Transaction): Promise<{ companyId: string; rootRoleId: string }> {
  const companyId = await findOrInsertOperator(trx, messages.en["company.operator"]);
  for (const type of seededMatrix) {
    const customerTypeId = await findOrInsertType(trx, {
      ...type,
      name: messages.en[`customerType.${type.code}`],
    });
    for (const role of type.roles) {
      const name = messages.en[`role.${role.code}`];
      await insertRole(trx, { ...role, name, companyId, customerTypeId });
    }
  }
  await updateOperatorPermissions(trx, seededMatrix[0]);
  return { companyId, rootRoleId: await getRootRoleId(trx) };
}
