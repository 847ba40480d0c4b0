import type { DraftGroup, LayoutDraft } from "@heliograph/contract";
import { MAX_LAYOUT_SIDE } from "@heliograph/contract/layout-limits";
import type { Sheet } from "../../../../infra/sheets/sheet.ts";
import { nameCell } from "../../../../infra/sheets/table-builder.ts";
import type { Table, TableRow } from "../../../../infra/sheets/table-limits.ts";
import type { BuiltLayout, DraftBuilder, Source } from "./draft-builder.ts";
import { GROUP_NUMBERS, groupNumbers, readPole, readSide } from "./group-fields.ts";
import type { UnitNames } from "./unit-names.ts";
import { NO_UNIT, POLE_MARK } from "./unit-names.ts";

/** First cell of the row above the modules of a group; pairs of a field's name and its value follow. */
const GROUP_MARK = "GROUP";
/** Above all groups, so that a file with one group has rows below its first one. */
const FILE_MARK = "HELIOGRAPH LAYOUT";
const VERSION = 1;

const headingOf = (group: DraftGroup) => [
  GROUP_MARK,
  ...["name", group.name],
  ...groupNumbers.flatMap((field) => [GROUP_NUMBERS[field].column, group[field] ?? ""]),
  ...["rows", group.rows],
  ...["columns", group.columns],
  ...["group_key", group.groupKey],
];

/** A layout as a map: below the row of each group a cell for each place, with the id of its unit. */
export function writeLayoutGrid({ groups }: LayoutDraft, names: UnitNames): Sheet {
  const rows = groups.flatMap((group) => {
    const places = Array.from({ length: group.rows }, () => Array<string>(group.columns).fill(""));
    for (const { row, column, unit, pole } of group.cells) {
      const name = (unit === null ? "" : names.write(unit, "label")) || NO_UNIT;
      places[row]![column] = pole === null ? name : `${name}${POLE_MARK}${pole}`;
    }
    return [headingOf(group), ...places];
  });
  return { head: [FILE_MARK, String(VERSION)], rows };
}

const isHeading = (cells: readonly string[]): boolean => cells[0]?.toUpperCase() === GROUP_MARK;

/** Values of a heading by name, with the cell of each. */
function readHeading({ row, cells }: TableRow) {
  const values = new Map<string, { readonly text: string; readonly at: Source }>();
  for (let index = 1; index < cells.length; index += 2)
    values.set(cells[index]!.toLowerCase(), {
      text: cells[index + 1] ?? "",
      at: { row, column: nameColumn(index + 1) },
    });
  const find = (name: string) => values.get(name) ?? { text: "", at: { row, column: name } };
  return find;
}

const nameColumn = (index: number): string => nameCell(1, index).slice(0, -1);

function addGroup(builder: DraftBuilder, heading: TableRow) {
  const find = readHeading(heading);
  const into = builder.addGroup({
    groupKey: find("group_key").text,
    name: find("name").text,
    numbers: Object.fromEntries(
      groupNumbers.map((field) => [field, find(GROUP_NUMBERS[field].column).text]),
    ) as Record<(typeof groupNumbers)[number], string>,
    at: (field) => {
      if (field === "groupKey") return find("group_key").at;
      return find(field === "name" ? field : GROUP_NUMBERS[field].column).at;
    },
  });
  for (const side of ["rows", "columns"] as const) {
    const { text, at } = find(side);
    if (text !== "") into[side] = readSide(text) ?? builder.fail("layoutFile.format", at, text);
  }
  return into;
}

/** A grid without a heading is one group from the upper left corner. */
const BARE: TableRow = { row: 0, cells: [GROUP_MARK, "x_m", "0", "y_m", "0"] };

/** Reads a map of modules; problems name row and column of the cell. */
export function readLayoutGrid({ head, headRow, rows: body }: Table, builder: DraftBuilder): BuiltLayout {
  const isMarked = head[0]?.toUpperCase() === FILE_MARK;
  if (isMarked && head[1] !== String(VERSION)) {
    builder.fail("layoutFile.format", { row: headRow, column: "B" }, head[1]);
    return builder.build();
  }
  const rows = isMarked ? body : [{ row: headRow, cells: head }, ...body];
  let into: ReturnType<DraftBuilder["addGroup"]> | undefined;
  let firstRow = 0;
  for (const row of rows) {
    if (isHeading(row.cells)) {
      into = addGroup(builder, row);
      firstRow = row.row + 1;
      continue;
    }
    if (into === undefined) {
      into = addGroup(builder, BARE);
      firstRow = row.row;
    }
    addRow(builder, into, { cells: row.cells, row: row.row, firstRow });
  }
  return builder.build();
}

function addRow(
  builder: DraftBuilder,
  into: ReturnType<DraftBuilder["addGroup"]>,
  { cells, row, firstRow }: { cells: readonly string[]; row: number; firstRow: number },
): void {
  for (const [column, cell] of cells.entries()) {
    if (cell === "") continue;
    const at = { row, column: nameColumn(column) };
    const mark = cell.lastIndexOf(POLE_MARK);
    const pole = mark < 0 ? null : readPole(cell.slice(mark + POLE_MARK.length));
    const place = row - firstRow;
    if (pole === undefined || place >= MAX_LAYOUT_SIDE) builder.fail("layoutFile.format", at, cell);
    else
      builder.addModule(into, { row: place, column, unit: mark < 0 ? cell : cell.slice(0, mark), pole }, at);
  }
}
