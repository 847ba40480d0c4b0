import { useTranslation } from "react-i18next";
import type { Column } from "./column.ts";
import { titleOf } from "./column.ts";
import type { Selection } from "./use-selection.ts";
import type { TableModel } from "./use-table.ts";

interface TableHeadProps<Row> {
  readonly table: TableModel<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly selection: Selection<Row> | undefined;
}

export function TableHead<Row>({ table, columns, rows, selection }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection !== undefined && <SelectAll rows={rows} selection={selection} />}
        {columns.map((column) => (
          <HeadCell key={column.key} table={table} column={column} />
        ))}
      </tr>
    </thead>
  );
}

function SelectAll<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  const { t } = useTranslation();
  const count = rows.filter(selection.has).length;
  return (
    <th scope="col" className="choose">
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && count < rows.length;
        }}
        type="checkbox"
        aria-label={t("table.chooseAll")}
        disabled={rows.length === 0}
        checked={count > 0 && count === rows.length}
        onChange={(event) => selection.toggle(rows, event.target.checked)}
      />
    </th>
  );
}

function HeadCell<Row>({ table, column }: { table: TableModel<Row>; column: Column<Row> }) {
  const { t } = useTranslation();
  const { state, initial, set } = table;
  const title = titleOf(column, t);
  const text = (
    <>
      {title}
      {column.unit !== undefined && <span className="unit"> {column.unit}</span>}
    </>
  );
  const cell = {
    scope: "col" as const,
    "data-align": column.align,
    ...(column.width !== undefined && { style: { width: column.width } }),
  };
  if (!table.schema.sorts.includes(column.key)) return <th {...cell}>{text}</th>;
  const isSorted = state.sort === column.key;

  // Ascending, descending, and back to the initial order.
  function sort(): void {
    if (!isSorted) set({ sort: column.key, order: "asc" });
    else if (state.order === "asc") set({ sort: column.key, order: "desc" });
    else if (column.key === initial.sort && initial.order === "desc") set({ order: "asc" });
    else set({ sort: initial.sort, order: initial.order });
  }

  return (
    <th {...cell} aria-sort={sortWord(isSorted, state.order)}>
      <button
        type="button"
        className="sorter"
        data-sorted={isSorted ? state.order : undefined}
        onClick={sort}
      >
        <span>{text}</span>
        <svg viewBox="0 0 10 14" aria-hidden="true" focusable="false">
          <path className="up" d="M5 1l3.500 4.500h-7z" />
          <path className="down" d="M5 13L1.500 8.500h7z" />
        </svg>
      </button>
    </th>
  );
}

function sortWord(isSorted: boolean, order: "asc" | "desc"): "ascending" | "descending" | "none" {
  if (!isSorted) return "none";
  return order === "asc" ? "ascending" : "descending";
}
