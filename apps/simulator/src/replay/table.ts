import type { ValueName } from "@heliograph/protocol";
import { stepOf } from "./interval.ts";
import type { Rejection, Rejections } from "./rejections.ts";
import { createRejections, findImpossible, RowRejection } from "./rejections.ts";
import { ReplayError } from "./replay-error.ts";
import type { SourceFile } from "./source-file.ts";

/** A column's name as NREL writes it, without the number of the channel: `ac_power__773` is `ac_power`. */
export function plainName(cell: string): string {
  return cell.replace(/__\d+$/, "");
}

export function hasColumns(source: SourceFile, names: readonly string[]): boolean {
  const header = new Set(source.header.map(plainName));
  return names.every((name) => header.has(name));
}

/** One line of a table, its cells by column name. */
export interface TableRow {
  text(column: string): string;
  /** null for an empty cell. Throws ReplayError for a cell that is no number. */
  number(column: string): number | null;
  /** The same in the unit of the device link, `factor` times the cell. Throws RowRejection for what it would reject. */
  measure(column: string, name: ValueName, factor?: number): number | null;
}

/** The lines of a table in order of time. */
export interface TimedTable<Row> {
  readonly rows: readonly Row[];
  /** Seconds from one line to the next; undefined when there are fewer than two. */
  readonly intervalS: number | undefined;
  readonly rejections: readonly Rejection[];
}

function readNumber(cell: string, where: () => string): number | null {
  if (cell === "" || /^nan$/i.test(cell)) return null;
  const value = Number(cell);
  if (!Number.isFinite(value)) throw new ReplayError(`${where()}: "${cell}" is no number.`);
  return value;
}

type Positions = ReadonlyMap<string, readonly number[]>;

function findPositions(source: SourceFile): Positions {
  return Map.groupBy(source.header.keys(), (position) => plainName(source.header[position]!));
}

/** Error message for a file in which several columns have the same quantity. */
export function ambiguousColumns(
  source: SourceFile,
  what: string,
  positions: readonly number[],
): ReplayError {
  const names = positions.map((position) => source.header[position]).join(", ");
  return new ReplayError(
    `${source.name} has ${positions.length} columns of ${what} (${names}): keep one of them, or make a file of each.`,
  );
}

function readRow(
  { source, positions }: { source: SourceFile; positions: Positions },
  cells: readonly string[],
  where: string,
): TableRow {
  function text(column: string): string {
    const found = positions.get(column) ?? [];
    if (found.length > 1) throw ambiguousColumns(source, column, found);
    return cells[found[0] ?? -1]?.trim() ?? "";
  }
  const number = (column: string) => readNumber(text(column), () => `${source.name}, ${where}, ${column}`);
  return {
    text,
    number,
    measure(column, name, factor = 1) {
      const cell = number(column);
      const value = cell === null ? null : cell * factor;
      const reason = findImpossible(name, value);
      if (reason !== undefined) throw new RowRejection(`${column}: ${reason}`);
      return value;
    },
  };
}

/** Whether a line has the cells of the header; empty cells after the last column are ignored. */
function isWhole(cells: readonly string[], columns: number): boolean {
  return cells.length >= columns && cells.slice(columns).every((cell) => cell.trim() === "");
}

function readRows<Row>(source: SourceFile, rejections: Rejections, read: (row: TableRow) => Row) {
  const positions = findPositions(source);
  return source.rows().flatMap((cells, index) => {
    const where = `line ${index + 2}`;
    try {
      if (!isWhole(cells, source.header.length))
        throw new RowRejection("not as many cells as the header has columns");
      return [{ where, row: read(readRow({ source, positions }, cells, where)) }];
    } catch (error) {
      if (!(error instanceof RowRejection)) throw error;
      rejections.add(error.message, where);
      return [];
    }
  });
}

/**
 * The lines of a CSV source with a header, in order of time whatever their order in the file. Of two lines of one instant
 * only the first can count.
 */
export function readTimedTable<Row extends { readonly at: number }>(
  source: SourceFile,
  read: (row: TableRow) => Row,
): TimedTable<Row> {
  const rejections = createRejections();
  const lines = readRows(source, rejections, read).sort((a, b) => a.row.at - b.row.at);
  const rows = lines.flatMap(({ row, where }, index) => {
    if (row.at !== lines[index - 1]?.row.at) return [row];
    rejections.add("time stamp repeated", where);
    return [];
  });
  return { rows, intervalS: stepOf(rows.map(({ at }) => at)), rejections: rejections.list() };
}
