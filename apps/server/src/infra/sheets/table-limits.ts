/** Limits of a table that is read; the first row with text is its head. */
export interface TableLimits {
  /** Without the head. */
  readonly maxRows: number;
  readonly maxColumns: number;
  readonly maxCellCharacters: number;
}

export interface TableRow {
  /** Number of the row in the file, as spreadsheet programs show it. */
  readonly row: number;
  readonly cells: readonly string[];
}

export interface Table {
  readonly head: readonly string[];
  /** Number of the head in the file. */
  readonly headRow: number;
  readonly rows: readonly TableRow[];
}
