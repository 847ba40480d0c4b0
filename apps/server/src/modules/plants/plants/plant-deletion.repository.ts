import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";

export async function markDeleted(trx: Transaction, { plantId }: PlantInScope, at: Date): Promise<void> {
  await sql`
    update plants set deleted_at = ${at}, visibility = 'concealed', updated_at = clock_timestamp()
    where id = ${plantId}`.execute(trx);
}

export interface DeletedPlant {
  readonly plantId: string;
  readonly plantKey: number;
}

/** Plants deleted before a time; those of the demo are removed with it. */
export async function listDeletedBefore(db: Db, before: Date): Promise<DeletedPlant[]> {
  const { rows } = await sql<DeletedPlant>`
    select id as "plantId", key as "plantKey" from plants
    where deleted_at < ${before} and not is_demo order by deleted_at, id`.execute(db);
  return rows;
}

/** Returns the plant's picture, if it had one. */
export async function deletePlant(trx: Transaction, plantId: string): Promise<string | undefined> {
  const { rows } = await sql<{ pictureId: string | null }>`
    delete from plants where id = ${plantId} and deleted_at is not null
    returning picture_id as "pictureId"`.execute(trx);
  return rows[0]?.pictureId ?? undefined;
}
