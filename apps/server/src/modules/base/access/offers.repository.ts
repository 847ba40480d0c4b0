import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import { isAddressedTo } from "./offer-sql.ts";
import type { Offer } from "./plant-access.ts";
import type { Scope } from "./scope.ts";

const tables = { share: "plant_grants", transfer: "plant_transfers" } as const;

/** Whether an offer is addressed to the caller, answered or not. */
export async function isAddressed(db: Db, scope: Scope, offer: Offer): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(tables[offer.kind])} o
    where o.id = ${offer.id} and ${isAddressedTo(offer.kind, scope.accountId)}`.execute(db);
  return rows.length > 0;
}

export async function findPlantOfOffer(db: Db, offer: Offer): Promise<string | undefined> {
  const { rows } = await sql<{ plantId: string }>`
    select plant_id as "plantId" from ${sql.table(tables[offer.kind])} where id = ${offer.id}`.execute(db);
  return rows[0]?.plantId;
}
