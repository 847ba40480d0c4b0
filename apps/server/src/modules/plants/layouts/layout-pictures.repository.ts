import type { LayoutBackground } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";

export async function insertPicture(
  trx: Transaction,
  { plantId }: PlantInScope,
  { pictureId, at }: { pictureId: string; at: Date },
): Promise<void> {
  await sql`
    insert into layout_pictures (picture_id, plant_id, added_at) values (${pictureId}, ${plantId}, ${at})`.execute(
    trx,
  );
}

export async function isPictureOf(
  db: Db | Transaction,
  { plantId }: PlantInScope,
  pictureId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from layout_pictures where plant_id = ${plantId} and picture_id = ${pictureId}`.execute(db);
  return rows.length > 0;
}

/** The background of the latest published version of a plant. */
export async function findPublishedBackground(
  db: Db,
  { plantId }: PlantInScope,
): Promise<LayoutBackground | undefined> {
  const { rows } = await sql<{ background: LayoutBackground | null }>`
    select background from layout_versions where plant_id = ${plantId} and state = 'published'
    order by number desc limit 1`.execute(db);
  return rows[0]?.background ?? undefined;
}

/** Removes pictures added before a time that neither a version nor the draft names; returns their ids. */
export async function deleteUnnamed(
  trx: Transaction,
  { plantId }: PlantInScope,
  before: Date,
): Promise<string[]> {
  const { rows } = await sql<{ pictureId: string }>`
    delete from layout_pictures p where p.plant_id = ${plantId} and p.added_at < ${before}
      and not exists (
        select from layout_versions v where v.plant_id = p.plant_id
          and coalesce(v.background, v.body -> 'background') ->> 'pictureKey' = p.picture_id::text
      )
    returning picture_id as "pictureId"`.execute(trx);
  return rows.map(({ pictureId }) => pictureId);
}

/** Removes all pictures of a plant that is being deleted; returns their ids. */
export async function deleteAllOf(trx: Transaction, plantId: string): Promise<string[]> {
  const { rows } = await sql<{ pictureId: string }>`
    delete from layout_pictures where plant_id = ${plantId} returning picture_id as "pictureId"`.execute(trx);
  return rows.map(({ pictureId }) => pictureId);
}
