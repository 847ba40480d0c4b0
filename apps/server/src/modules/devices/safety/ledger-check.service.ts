import type { Db } from "../../../infra/postgres/database.ts";
import { createServerKeys } from "../../people/identity/server-keys.service.ts";
import { findBrokenRow, listLedgerPlants } from "./ledger.repository.ts";
import { publicKeyOf, RECORD_KEY_NAME } from "./record-signing.ts";

/** Verifies the ledger of every plant; returns also the key that signs records of this installation. */
export async function checkLedgers(
  db: Db,
): Promise<{ plants: { plantId: string; number: number; brokenAt: number | null }[]; publicKey: string }> {
  const plants: { plantId: string; number: number; brokenAt: number | null }[] = [];
  for (const plant of await listLedgerPlants(db))
    plants.push({ ...plant, brokenAt: await findBrokenRow(db, plant.plantId) });
  return { plants, publicKey: publicKeyOf(await createServerKeys(db).get(RECORD_KEY_NAME)) };
}
