import type { Column } from "./column.ts";

interface TableFootProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly isSelectable: boolean;
}

/** The sums of the columns that have one. */
export function TableFoot<Row>({ columns, isSelectable }: TableFootProps<Row>) {
  if (columns.every(({ sum }) => sum === undefined)) return null;
  return (
    <tfoot>
      <tr>
        {isSelectable && <td />}
        {columns.map(({ key, align, sum }) => (
          <td key={key} data-align={align}>
            {sum}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
