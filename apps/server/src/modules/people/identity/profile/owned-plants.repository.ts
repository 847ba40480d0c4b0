import { sql } from "kysely";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";

/** The first plants that an account owns, by name, and how many there are. */
export async function listOwnedPlants(
  db: Db | Transaction,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<{ plants: Array<{ stationId: string; name: string }>; total: number }> {
  const { rows } = await sql<{ stationId: string; name: string; total: number }>`
    select id as "stationId", name, (count(*) over ())::int as total
    from plants where owner_id = ${accountId} and deleted_at is null order by name, id limit ${limit}`.execute(
    db,
  );
  return {
    plants: rows.map(({ stationId, name }) => ({ stationId, name })),
    total: rows[0]?.total ?? 0,
  };
}
