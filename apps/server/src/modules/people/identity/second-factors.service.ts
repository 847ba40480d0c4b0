import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { deleteFactors, hasFactors } from "./factors/second-factors.repository.ts";
import { deleteSecondSteps } from "./sign-in/second-steps.repository.ts";

/** Whether the account has a second factor, so that a sign-in asks for it. */
export async function hasSecondFactor(executor: Db | Transaction, accountId: string): Promise<boolean> {
  return await hasFactors(executor, accountId);
}

/** Deletes every second factor of an account, its recovery codes and its sign-ins that wait for a factor. */
export async function deleteSecondFactors(trx: Transaction, accountId: string): Promise<void> {
  await deleteFactors(trx, accountId);
  await deleteSecondSteps(trx, accountId);
}
