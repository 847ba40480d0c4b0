import { SheetError } from "./sheet-error.ts";
import type { Table, TableLimits, TableRow } from "./table-limits.ts";

const LETTERS = 26;
const CODE_OF_A = 65;

/** Name of a cell as spreadsheet programs show it, such as `C12`. */
export function nameCell(row: number, column: number): string {
  let name = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    name = String.fromCharCode(CODE_OF_A + ((rest - 1) % LETTERS)) + name;
  return `${name}${row}`;
}

/** Collects the rows that have text, and refuses those beyond the limits as soon as they come. */
export function createTableBuilder(limits: TableLimits) {
  const rows: TableRow[] = [];

  function check({ row, cells }: TableRow): void {
    if (cells.length > limits.maxColumns)
      throw new SheetError("importFile.tooManyColumns", { max: limits.maxColumns });
    const long = cells.findIndex((cell) => cell.length > limits.maxCellCharacters);
    if (long !== -1)
      throw new SheetError("importFile.cellTooLong", {
        cell: nameCell(row, long),
        max: limits.maxCellCharacters,
      });
  }

  return {
    add(row: number, typed: readonly string[]): void {
      const cells = typed.map((cell) => cell.trim());
      while (cells.at(-1) === "") cells.pop();
      if (cells.length === 0) return;
      check({ row, cells });
      if (rows.length > limits.maxRows)
        throw new SheetError("importFile.tooManyRows", { max: limits.maxRows });
      rows.push({ row, cells });
    },
    build(): Table {
      const [head, ...body] = rows;
      if (head === undefined || body.length === 0) throw new SheetError("importFile.empty");
      return { head: head.cells, headRow: head.row, rows: body };
    },
  };
}
