import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PicturePurpose } from "./pictures.repository.ts";

export type ContentSize = "full" | "small";

export interface PictureContent {
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** Stores one size of a picture, unless it is there or the picture was removed meanwhile. */
export async function storeContent(
  db: Db | Transaction,
  { pictureId, size, content }: { pictureId: string; size: ContentSize; content: Uint8Array },
): Promise<void> {
  await sql`
    insert into picture_contents (picture_id, size, content)
    select id, ${size}, ${Buffer.from(content)}::bytea from pictures where id = ${pictureId}
    on conflict do nothing`.execute(db);
}

/** One size of a picture in use for one of these purposes; undefined where there is none. */
export async function findContent(
  db: Db,
  { pictureId, size }: { pictureId: string; size: ContentSize },
  purposes: readonly PicturePurpose[],
): Promise<PictureContent | undefined> {
  const { rows } = await sql<PictureContent>`
    select p.content_type as "contentType", stored.content
    from pictures p join picture_contents stored on stored.picture_id = p.id and stored.size = ${size}
    where p.id = ${pictureId} and p.claimed_at is not null and p.purpose = any(${purposes})`.execute(db);
  return rows[0];
}

/** Pictures whose rows are there without their contents. */
export async function listWithoutContent(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from pictures p
    where size_bytes > 0 and not exists (select from picture_contents stored where stored.picture_id = p.id)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
