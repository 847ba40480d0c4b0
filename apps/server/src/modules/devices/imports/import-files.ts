import type { ImportKind, Language, MessageKey, SheetFormat } from "@heliograph/contract";
import { formatMessage, IMPORT_FIELDS } from "@heliograph/contract";
import type { Table } from "../../../infra/sheets/table-limits.ts";
import { writeSheet } from "../../../infra/sheets/write-sheet.ts";
import type { FileResponse } from "../../base/access/file-response.ts";
import type { RowProblem } from "./import-rows.ts";
import type { StoredImport, StoredResult } from "./imports.repository.ts";

export const toSentence = ({ key, params }: RowProblem, language: Language): string =>
  formatMessage(language, key, params);

export const toSentences = ({ problems }: StoredResult, language: Language): string =>
  problems.map((problem) => toSentence(problem, language)).join(" ");

/** Sentences of several rows, where that of a single row names another one. */
const GROUPED: Readonly<Partial<Record<MessageKey, MessageKey>>> = {
  "importRow.twice": "importGroup.twice",
  "importRow.placeTwice": "importGroup.placeTwice",
  "importRow.parentWrong": "importGroup.parentWrong",
};

/** What all rows with this problem have in common. */
export const toGroupSentence = (key: MessageKey, language: Language): string =>
  formatMessage(language, GROUPED[key] ?? key);

/** A file with the titles of an import's columns and no rows. */
export async function writeTemplate(
  kind: ImportKind,
  format: SheetFormat,
  language: Language,
): Promise<FileResponse> {
  const head = IMPORT_FIELDS[kind].map(
    ({ field, isRequired }) => `${formatMessage(language, `importField.${field}`)}${isRequired ? " *" : ""}`,
  );
  return { fileName: `heliograph-${kind}.${format}`, ...(await writeSheet({ head, rows: [] }, format)) };
}

/** The rows with problems as they were uploaded, and why beside each. */
export async function writeCorrections(
  { fileName, format }: StoredImport,
  { table, wrong, language }: { table: Table; wrong: readonly StoredResult[]; language: Language },
): Promise<FileResponse> {
  const rowOf = new Map(table.rows.map(({ row, cells }) => [row, cells]));
  const reason = formatMessage(language, "importField.reason");
  const head = [...table.head.filter((title) => title !== reason), reason];
  const last = head.length - 1;
  const rows = wrong.map((result) => {
    const cells = rowOf.get(result.row) ?? [];
    return [
      ...Array.from({ length: last }, (_, column) => cells[column] ?? ""),
      toSentences(result, language),
    ];
  });
  return { fileName, ...(await writeSheet({ head, rows }, format)) };
}

/** Results of all rows, for the job's file: without registration codes. */
export async function writeResults(
  { format, state }: StoredImport,
  { results, language }: { results: readonly StoredResult[]; language: Language },
  signal: AbortSignal,
) {
  const head = (["row", "sn", "result"] as const).map((field) =>
    formatMessage(language, `importField.${field}`),
  );
  const rest = state === "written" ? "importRow.written" : "importRow.valid";
  const rows = results.map((result) => [
    result.row,
    result.sn,
    result.problems.length === 0 ? formatMessage(language, rest) : toSentences(result, language),
  ]);
  return await writeSheet({ head, rows }, format, signal);
}
