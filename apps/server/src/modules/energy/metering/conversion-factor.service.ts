import type { Transaction } from "../../../infra/postgres/database.ts";
import { updateConversionFactor } from "./metering-sets.repository.ts";

/**
 * Sets the factor from DC to AC energy of the metering set that counts at an instant; returns the previous one, undefined
 * for a plant without a metering set. The caller has checked the access to the plant.
 */
export async function setConversionFactor(
  trx: Transaction,
  input: { plantId: string; at: Date; factor: number },
): Promise<number | undefined> {
  return await updateConversionFactor(trx, input);
}
