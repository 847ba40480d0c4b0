import type { CellValue } from "@heliograph/contract/csv";

/** A table to be opened in a spreadsheet program. */
export interface Sheet {
  readonly head: readonly string[];
  readonly rows: readonly (readonly CellValue[])[];
}
