import type { ImportEdit } from "@heliograph/contract";

/** Corrected cells that were not checked yet, by row and field. */
export type CellEdits = Readonly<Record<string, ImportEdit>>;

export const noEdits: CellEdits = {};

/** Corrections of the import that is open; they are in memory only, since they can be registration codes. */
export interface EditsState {
  readonly edits: CellEdits;
  readonly onEdits: (change: (edits: CellEdits) => CellEdits) => void;
}

type Cell = Pick<ImportEdit, "row" | "field">;
const keyOf = ({ row, field }: Cell): string => `${row}/${field}`;

export const findEdit = (edits: CellEdits, cell: Cell): string | undefined => edits[keyOf(cell)]?.value;

/** With another value of a cell; without one where it is that of the file again. */
export function setEdit(edits: CellEdits, edit: ImportEdit, original: string): CellEdits {
  const { [keyOf(edit)]: _before, ...others } = edits;
  return edit.value === original ? others : { ...others, [keyOf(edit)]: edit };
}
