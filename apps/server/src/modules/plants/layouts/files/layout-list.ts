import type { LayoutDraft } from "@heliograph/contract";
import type { Sheet } from "../../../../infra/sheets/sheet.ts";
import type { Table, TableRow } from "../../../../infra/sheets/table-limits.ts";
import type { BuiltLayout, DraftBuilder } from "./draft-builder.ts";
import type { GroupNumber } from "./group-fields.ts";
import { GROUP_NUMBERS, groupNumbers, readPole, readSide } from "./group-fields.ts";
import type { UnitNames } from "./unit-names.ts";

/** Columns of a list of modules; docs/layout-format.md. */
const COLUMNS = [
  "group",
  "row",
  "column",
  "unit",
  "pole",
  ...groupNumbers.map((field) => GROUP_NUMBERS[field].column),
  "rows",
  "columns",
  "group_key",
];

/** A layout as a list: a row for each module, with its group; a group without modules has a row without a module. */
export function writeLayoutList({ groups }: LayoutDraft, names: UnitNames): Sheet {
  const rows = groups.flatMap((group) => {
    const own = [
      ...groupNumbers.map((field) => group[field]),
      group.rows,
      group.columns,
      group.groupKey,
    ] as const;
    if (group.cells.length === 0) return [[group.name, "", "", "", "", ...own]];
    return group.cells.map(({ row, column, unit, pole }) => [
      group.name,
      row + 1,
      column + 1,
      unit === null ? "" : names.write(unit, "sn"),
      pole,
      ...own,
    ]);
  });
  return { head: COLUMNS, rows };
}

/** Reads a list of modules; problems name row and column. */
export function readLayoutList({ head, rows }: Table, builder: DraftBuilder): BuiltLayout {
  const titles = new Map(head.map((title, index) => [title.trim().toLowerCase(), index]));
  const needed = ["row", "column", "x_m", "y_m"].filter((title) => !titles.has(title));
  for (const column of needed) builder.fail("layoutFile.noCoordinates", { row: 1, column });
  if (needed.length > 0) return builder.build();
  const groups = new Map<string, ReturnType<DraftBuilder["addGroup"]>>();
  for (const row of rows) {
    const read = (column: string): string => row.cells[titles.get(column) ?? -1] ?? "";
    const key = read("group_key");
    const id = key === "" ? `name ${read("group").toLowerCase()}` : `key ${key}`;
    let into = groups.get(id);
    if (into === undefined) {
      into = addGroup(builder, row, read);
      groups.set(id, into);
    }
    addModule(builder, into, { row, read });
  }
  return builder.build();
}

type Read = (column: string) => string;

function addGroup(builder: DraftBuilder, { row }: TableRow, read: Read) {
  const columnOf = (field: GroupNumber | "name" | "groupKey"): string => {
    if (field === "name") return "group";
    return field === "groupKey" ? "group_key" : GROUP_NUMBERS[field].column;
  };
  const into = builder.addGroup({
    groupKey: read("group_key"),
    name: read("group"),
    numbers: Object.fromEntries(
      groupNumbers.map((field) => [field, read(GROUP_NUMBERS[field].column)]),
    ) as Record<GroupNumber, string>,
    at: (field) => ({ row, column: columnOf(field) }),
  });
  for (const side of ["rows", "columns"] as const) {
    const text = read(side);
    if (text === "") continue;
    into[side] = readSide(text) ?? builder.fail("layoutFile.format", { row, column: side }, text);
  }
  return into;
}

function addModule(
  builder: DraftBuilder,
  into: ReturnType<DraftBuilder["addGroup"]>,
  { row: { row }, read }: { row: TableRow; read: Read },
): void {
  const isGroupOnly =
    read("row") === "" && read("column") === "" && read("unit") === "" && into.rows !== undefined;
  if (isGroupOnly) return;
  const [atRow, atColumn] = ["row", "column"].map((column) => {
    const text = read(column);
    if (text === "") return builder.fail("layoutFile.noCoordinates", { row, column });
    return readSide(text) ?? builder.fail("layoutFile.format", { row, column }, text);
  });
  const pole = read("pole");
  const position =
    pole === "" ? null : (readPole(pole) ?? builder.fail("layoutFile.format", { row, column: "pole" }, pole));
  if (atRow === undefined || atColumn === undefined || position === undefined) return;
  builder.addModule(
    into,
    { row: atRow - 1, column: atColumn - 1, unit: read("unit"), pole: position },
    { row, column: "unit" },
  );
}
