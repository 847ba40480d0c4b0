import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

export interface FileRow {
  readonly fileId: string;
  readonly name: string;
  readonly sizeBytes: number;
}

export async function insertFile(
  trx: Transaction,
  file: { name: string; sizeBytes: number; uploadedBy: string | null; at: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into firmware_files (name, size_bytes, uploaded_by, begun_at)
    values (${file.name}, ${file.sizeBytes}, ${file.uploadedBy}, ${file.at}) returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

/** Deletes an account's files that are not published, but the newest. */
export async function deleteOpenBeyond(
  trx: Transaction,
  { accountId, kept }: { accountId: string; kept: number },
): Promise<void> {
  await sql`
    delete from firmware_files where id in (
      select f.id from firmware_files f
      where f.uploaded_by = ${accountId} and not exists (select from firmware p where p.file_id = f.id)
      order by f.begun_at desc, f.id offset ${kept}
    )`.execute(trx);
}

/** A file of an account that is not published, its row locked until the transaction ends. */
export async function lockOpenFile(
  trx: Transaction,
  { fileId, accountId }: { fileId: string; accountId: string },
  strength: "share" | "update",
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select id as "fileId", name, size_bytes as "sizeBytes" from firmware_files
    where id = ${fileId} and uploaded_by = ${accountId} for ${sql.raw(strength)}`.execute(trx);
  // Asked after the lock is held: it may have been published while this waited.
  const { rows: published } = await sql`select from firmware where file_id = ${fileId}`.execute(trx);
  return published.length > 0 ? undefined : rows[0];
}

export async function writePart(
  trx: Transaction,
  { fileId, part, content }: { fileId: string; part: number; content: Uint8Array },
): Promise<void> {
  await sql`
    insert into firmware_parts (file_id, part, content) values (${fileId}, ${part}, ${content})
    on conflict (file_id, part) do update set content = excluded.content`.execute(trx);
}

export async function countParts(trx: Transaction, fileId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from firmware_parts where file_id = ${fileId}`.execute(trx);
  return rows[0]?.total ?? 0;
}

/** Bytes of a part: `length` from `offset`. */
export async function readPart(
  executor: Db | Transaction,
  { fileId, part, offset, length }: { fileId: string; part: number; offset: number; length: number },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: Buffer }>`
    select substring(content from ${offset + 1}::int for ${length}::int) as content from firmware_parts
    where file_id = ${fileId} and part = ${part}`.execute(executor);
  return rows[0]?.content;
}

/** Deletes files that were begun before and are not published. */
export async function deleteOpenBefore(db: Db, before: Date): Promise<void> {
  await sql`
    delete from firmware_files f
    where f.begun_at < ${before} and not exists (select from firmware p where p.file_id = f.id)`.execute(db);
}
