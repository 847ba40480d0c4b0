import type { DeviceType, ImportField, ImportKind, MessageKey, SheetFormat } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { ImportRow, RowProblem } from "./import-rows.ts";

/** The result of a row; it contains no registration code. */
export interface StoredResult {
  readonly row: number;
  readonly sn: string;
  readonly alias: string;
  readonly place: string;
  readonly parentSn: string;
  readonly type: DeviceType | null;
  readonly model: string;
  readonly problems: readonly RowProblem[];
}

/** The result of a row as it is stored, without its code. */
export const toResult = ({ registrationCode, ...result }: ImportRow): StoredResult => result;

export const hasProblems = ({ problems }: { readonly problems: readonly unknown[] }): boolean =>
  problems.length > 0;

export interface StoredImport {
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly format: SheetFormat;
  readonly columnCount: number;
  readonly plantId: string | null;
  readonly columns: readonly (ImportField | null)[] | null;
  /** Chosen since its last job was started. */
  readonly chosenColumns: readonly (ImportField | null)[] | null;
  readonly state: "read" | "checked" | "written";
  readonly total: number;
  readonly wrong: number;
  readonly written: number;
  /** Characters of the cells corrected so far. */
  readonly editedCharacters: number;
  readonly createdAt: Date;
}

export interface OwnImport {
  readonly accountId: string;
  readonly importId: string;
}

/** The rows of an import, and the titles and first values of its columns, sealed. */
export interface SealedImport {
  readonly content: Buffer;
  readonly columnSamples: Buffer;
}

export interface NewImport
  extends Pick<StoredImport, "kind" | "fileName" | "format" | "columnCount" | "plantId" | "total">,
    SealedImport {
  readonly createdAt: Date;
}

const isOwn = ({ accountId, importId }: OwnImport) => sql`id = ${importId} and account_id = ${accountId}`;

/** Stores an upload and deletes the oldest ones of the account. */
export async function insertImport(
  trx: Transaction,
  { accountId, upload, kept }: { accountId: string; upload: NewImport; kept: number },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into device_imports
      (account_id, kind, plant_id, file_name, format, content, column_samples, column_count, total, created_at)
    values (${accountId}, ${upload.kind}, ${upload.plantId}, ${upload.fileName}, ${upload.format}, ${upload.content},
      ${upload.columnSamples}, ${upload.columnCount}, ${upload.total}, ${upload.createdAt})
    returning id`.execute(trx);
  const { id } = rows[0] as { id: string };
  // The new one stays, also where others have its time.
  await sql`
    delete from device_imports where id in (
      select id from device_imports where account_id = ${accountId} and id <> ${id}
      order by created_at desc, id offset ${kept - 1}
    )`.execute(trx);
  return id;
}

const importColumns = sql`
  kind, file_name as "fileName", format, column_count as "columnCount", plant_id as "plantId", columns,
  chosen_columns as "chosenColumns", state, total, wrong, written,
  edited_characters as "editedCharacters", created_at as "createdAt"`;

/** Imports of the account without their rows, the newest first. */
export async function listImports(
  db: Db,
  accountId: string,
): Promise<(StoredImport & { readonly importId: string })[]> {
  const { rows } = await sql<StoredImport & { readonly importId: string }>`
    select id as "importId", ${importColumns}
    from device_imports where account_id = ${accountId} order by created_at desc, id`.execute(db);
  return rows;
}

/** An import of the account without its rows. */
export async function findImport(db: Db | Transaction, own: OwnImport): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`
    select ${importColumns} from device_imports where ${isOwn(own)}`.execute(db);
  return rows[0];
}

export async function readContent(db: Db | Transaction, own: OwnImport): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: Buffer }>`
    select content from device_imports where ${isOwn(own)}`.execute(db);
  return rows[0]?.content;
}

export async function readColumnSamples(db: Db, own: OwnImport): Promise<Buffer | null> {
  const { rows } = await sql<{ samples: Buffer | null }>`
    select column_samples as samples from device_imports where ${isOwn(own)}`.execute(db);
  return rows[0]?.samples ?? null;
}

/** Keeps the choice of columns, or forgets it (null). */
export async function saveChosenColumns(
  db: Db | Transaction,
  own: OwnImport,
  columns: StoredImport["chosenColumns"],
): Promise<void> {
  await sql`
    update device_imports set chosen_columns = ${columns === null ? null : JSON.stringify(columns)}::jsonb
    where ${isOwn(own)}`.execute(db);
}

interface ResultFilter {
  readonly onlyWrong: boolean;
  /** Only rows with the problem of this key. */
  readonly problem?: string | undefined;
  readonly offset: number;
  readonly limit: number | null;
}

/** Results of rows in their order, all or those with problems. */
export async function listResults(
  db: Db | Transaction,
  own: OwnImport,
  { onlyWrong, problem, offset, limit }: ResultFilter,
): Promise<{ rows: StoredResult[]; total: number }> {
  const { rows } = await sql<{ result: StoredResult; total: number }>`
    select r.result, (count(*) over ())::int as total
    from device_imports i cross join lateral jsonb_array_elements(i.results) with ordinality as r (result, nth)
    where i.id = ${own.importId} and i.account_id = ${own.accountId}
      and (${!onlyWrong} or r.result -> 'problems' <> '[]')
      and (${problem === undefined} or r.result -> 'problems' @> ${JSON.stringify([{ key: problem }])}::jsonb)
    order by r.nth offset ${offset} limit ${limit}::int`.execute(db);
  return { rows: rows.map(({ result }) => result), total: rows[0]?.total ?? 0 };
}

/** How many rows have each problem, the most frequent first. */
export async function countProblems(
  db: Db,
  own: OwnImport,
): Promise<{ key: MessageKey; field: ImportField | null; count: number }[]> {
  const { rows } = await sql<{ key: MessageKey; field: ImportField | null; count: number }>`
    select p ->> 'key' as key, p ->> 'field' as field, count(*)::int as count
    from device_imports i cross join lateral jsonb_array_elements(i.results) as r
      cross join lateral jsonb_array_elements(r -> 'problems') as p
    where i.id = ${own.importId} and i.account_id = ${own.accountId}
    group by 1, 2 order by count desc, key, field`.execute(db);
  return rows;
}

/** The last check of the import, locked until the transaction ends, so that no other attempt writes its rows too. */
export async function lockImport(trx: Transaction, own: OwnImport): Promise<StoredImport | undefined> {
  await sql`select from device_imports where ${isOwn(own)} for update`.execute(trx);
  return await findImport(trx, own);
}

export async function saveResults(
  trx: Transaction,
  own: OwnImport,
  outcome: Pick<StoredImport, "state" | "plantId" | "columns" | "wrong" | "written"> & {
    readonly results: readonly StoredResult[];
  },
): Promise<void> {
  await sql`
    update device_imports set state = ${outcome.state}, plant_id = ${outcome.plantId},
      columns = ${JSON.stringify(outcome.columns)}::jsonb, wrong = ${outcome.wrong}, written = ${outcome.written},
      results = ${JSON.stringify(outcome.results)}::jsonb
    where ${isOwn(own)}`.execute(trx);
}

/** Stores corrected rows, which are to be checked again. */
export async function saveEdits(
  trx: Transaction,
  own: OwnImport,
  {
    content,
    columnSamples,
    results,
    editedCharacters,
  }: Pick<StoredImport, "editedCharacters"> & SealedImport & { results: readonly StoredResult[] },
): Promise<void> {
  await sql`
    update device_imports set state = 'read', content = ${content}, column_samples = ${columnSamples},
      results = ${JSON.stringify(results)}::jsonb, wrong = ${results.filter(hasProblems).length},
      edited_characters = ${editedCharacters}
    where ${isOwn(own)}`.execute(trx);
}

export async function deleteImportsBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from device_imports where created_at < ${before}`.execute(db);
}
