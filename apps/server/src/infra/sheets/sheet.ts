import type { CellValue } from "@heliograph/contract/csv";

/** A table to be opened in a spreadsheet program. */
export interface Sheet {
  /** Of the sheet in a workbook; the program's own by default. */
  readonly name?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly CellValue[])[];
}
