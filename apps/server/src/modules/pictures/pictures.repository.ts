import { sql } from "kysely";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";

/** What a picture is for; a form claims only pictures uploaded for it. */
export type PicturePurpose = "provider-qr";

export interface NewPicture {
  pictureId: string;
  purpose: PicturePurpose;
  contentType: string;
  width: number;
  height: number;
  sizeBytes: number;
}

export async function insertPicture(db: Db, scope: Scope, picture: NewPicture): Promise<void> {
  await sql`
    insert into pictures (id, purpose, content_type, width, height, size_bytes, uploaded_by)
    values (${picture.pictureId}, ${picture.purpose}, ${picture.contentType}, ${picture.width}, ${picture.height},
      ${picture.sizeBytes}, ${scope.accountId ?? null})`.execute(db);
}

/** Removes the row, unless something claims it. */
export async function deleteUnclaimed(db: Db, pictureId: string): Promise<void> {
  await sql`delete from pictures where id = ${pictureId} and claimed_at is null`.execute(db);
}

/** How many pictures of the caller wait unused since `since`. */
export async function countUnclaimed(db: Db, scope: Scope, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pictures
    where uploaded_by = ${scope.accountId ?? null} and claimed_at is null and uploaded_at > ${since}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function listUnclaimedIds(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from pictures where claimed_at is null and uploaded_at < ${before} order by uploaded_at limit 1000`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** True when the caller's own unused picture is now in use. */
export async function claimPicture(
  trx: Transaction,
  scope: Scope,
  picture: { pictureId: string; purpose: PicturePurpose },
): Promise<boolean> {
  const { rows } = await sql`
    update pictures set claimed_at = now()
    where id = ${picture.pictureId} and purpose = ${picture.purpose} and claimed_at is null
      and uploaded_by = ${scope.accountId ?? null}
    returning id`.execute(trx);
  return rows.length > 0;
}

export async function releasePicture(trx: Transaction, pictureId: string): Promise<void> {
  await sql`update pictures set claimed_at = null where id = ${pictureId}`.execute(trx);
}

/** Content type of a picture in use for one of these purposes. */
export async function findClaimedType(
  db: Db,
  pictureId: string,
  purposes: readonly PicturePurpose[],
): Promise<string | undefined> {
  const { rows } = await sql<{ contentType: string }>`
    select content_type as "contentType" from pictures
    where id = ${pictureId} and claimed_at is not null and purpose = any(${purposes})`.execute(db);
  return rows[0]?.contentType;
}
