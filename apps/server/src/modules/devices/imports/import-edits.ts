import type { ImportEdit, ImportField, Language } from "@heliograph/contract";
import { formatMessage, IMPORT_LIMITS } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Table } from "../../../infra/sheets/table-limits.ts";
import type { ImportRow } from "./import-rows.ts";
import type { StoredResult } from "./imports.repository.ts";
import { toResult } from "./imports.repository.ts";

/** Adds the characters of corrections to those of earlier ones of the import. A0400 above the limit. */
export function countCharacters(earlier: number, edits: readonly ImportEdit[]): number {
  const total = edits.reduce((sum, { value }) => sum + value.length, earlier);
  const max = IMPORT_LIMITS.editedCharacters;
  if (total > max)
    throw new AppError("A0400", {
      fields: [{ path: "edits", key: "deviceImport.editedCharacters", params: { max } }],
    });
  return total;
}

/** The table with corrected cells. A0404 without such a row, A0400 where no column contains the field. */
export function editTable(
  table: Table,
  columns: readonly (ImportField | null)[],
  { edits, language }: { edits: readonly ImportEdit[]; language: Language },
): Table {
  const rowOf = new Map(table.rows.map((row) => [row.row, { ...row, cells: [...row.cells] }]));
  for (const { row, field, value } of edits) {
    const found = rowOf.get(row);
    if (!found) throw new AppError("A0404");
    const column = columns.indexOf(field);
    if (column === -1) {
      const params = { field: formatMessage(language, `importField.${field}`) };
      throw new AppError("A0400", { fields: [{ path: "edits", key: "importColumns.missing", params }] });
    }
    // A row can be shorter than the head.
    while (found.cells.length <= column) found.cells.push("");
    found.cells[column] = value;
  }
  return { ...table, rows: [...rowOf.values()] };
}

const UNCHECKED = { field: null, key: "importRow.unchecked" } as const;

/** Results with the corrected rows as they are now read: what was wrong with them says nothing about them any more. */
export function markUnchecked(
  results: readonly StoredResult[],
  corrected: readonly ImportRow[],
): readonly StoredResult[] {
  const rowOf = new Map(corrected.map((row) => [row.row, toResult(row)]));
  return results.map((result) => {
    const row = rowOf.get(result.row);
    return row ? { ...row, problems: [UNCHECKED] } : result;
  });
}
