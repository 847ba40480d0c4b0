import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../access/scope.ts";

/** Purpose of a picture; a form claims only pictures uploaded for its purpose. */
export type PicturePurpose = "provider-qr" | "avatar" | "plant" | "layout";

/** Properties of a picture, known after decoding. */
export interface PictureFacts {
  contentType: string;
  width: number;
  height: number;
  sizeBytes: number;
}

/** Locks the caller's uploads until the transaction ends, so that they are counted one at a time. */
export async function lockUploads(trx: Transaction, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pictures/${scope.accountId ?? ""}`}, 0))`.execute(
    trx,
  );
}

/** Inserts a row for a picture that is yet to be decoded: it counts already, without properties. */
export async function insertReserved(
  trx: Transaction,
  scope: Scope,
  { pictureId, purpose }: { pictureId: string; purpose: PicturePurpose },
): Promise<void> {
  await sql`
    insert into pictures (id, purpose, content_type, width, height, size_bytes, uploaded_by)
    values (${pictureId}, ${purpose}, 'image/webp', 0, 0, 0, ${scope.accountId ?? null})`.execute(trx);
}

export async function writeFacts(trx: Transaction, pictureId: string, facts: PictureFacts): Promise<void> {
  await sql`
    update pictures set content_type = ${facts.contentType}, width = ${facts.width}, height = ${facts.height},
      size_bytes = ${facts.sizeBytes}
    where id = ${pictureId}`.execute(trx);
}

/** Locks an unused picture until the transaction ends; false if there is none or it is in use. */
export async function lockUnclaimed(trx: Transaction, pictureId: string): Promise<boolean> {
  const { rows } = await sql`
    select from pictures where id = ${pictureId} and claimed_at is null for update`.execute(trx);
  return rows.length > 0;
}

export async function deletePicture(trx: Transaction, pictureId: string): Promise<void> {
  await sql`delete from pictures where id = ${pictureId}`.execute(trx);
}

/** Number of the caller's unused pictures uploaded since `since`. */
export async function countUnclaimed(trx: Transaction, scope: Scope, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pictures
    where uploaded_by = ${scope.accountId ?? null} and claimed_at is null and uploaded_at > ${since}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** A picture that no record uses. */
export interface UnclaimedPicture {
  readonly id: string;
  /** Null once its account is gone. */
  readonly uploadedBy: string | null;
}

/** The next unused pictures from before an instant, by id. */
export async function listUnclaimed(
  db: Db,
  { before, after }: { before: Date; after: string | null },
): Promise<UnclaimedPicture[]> {
  const { rows } = await sql<UnclaimedPicture>`
    select id, uploaded_by as "uploadedBy" from pictures
    where claimed_at is null and uploaded_at < ${before} and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit 1000`.execute(db);
  return rows;
}

/** Marks the caller's own unused picture as in use; false if there is none. */
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

export async function clearClaim(trx: Transaction, pictureId: string): Promise<void> {
  await sql`update pictures set claimed_at = null where id = ${pictureId}`.execute(trx);
}
