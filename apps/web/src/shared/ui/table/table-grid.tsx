import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { Skeleton } from "../status/empty-state.tsx";
import type { Column } from "./column.ts";
import { TableFoot } from "./table-foot.tsx";
import { TableHead } from "./table-head.tsx";
import type { Opening } from "./table-rows.tsx";
import { TableRow } from "./table-rows.tsx";
import { MAX_DRAWN_ROWS, useRowsWindow } from "./use-rows-window.ts";
import type { Selection } from "./use-selection.ts";
import type { TableModel } from "./use-table.ts";
import "./data-table.css";

const SKELETON_ROWS = 6;
/** More columns are closer to each other. */
const MAX_WIDE_COLUMNS = 13;

interface TableGridProps<Row> {
  readonly table: TableModel<Row>;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly opening: Opening<Row>;
  readonly selection: Selection<Row> | undefined;
  /** Shown in place of rows. */
  readonly emptyState: ReactNode;
}

/** Head and rows. A long page scrolls inside and renders only the visible rows. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { table, label, columns, keyOf, nameOf, opening, selection, emptyState } = props;
  const { list, state } = table;
  const navigate = useNavigate();
  const go = (address: string): void => void navigate(address);
  const rows = list.data?.rows ?? [];
  const isLong = rows.length > MAX_DRAWN_ROWS && columns.every(({ isWrapped }) => isWrapped !== true);
  const { ref, range } = useRowsWindow(rows.length, isLong, JSON.stringify(state));
  const before = (state.page - 1) * state.pageSize + 2;
  const width = columns.length + (selection === undefined ? 0 : 1);
  return (
    <div ref={ref} className="table-area" data-long={isLong} {...(isLong && { tabIndex: 0 })}>
      <table
        className="data-table"
        data-dense={columns.length > MAX_WIDE_COLUMNS}
        aria-label={label}
        aria-rowcount={(list.data?.total ?? 0) + 1}
        aria-busy={list.isPending || list.isPlaceholderData}
      >
        <TableHead table={table} columns={columns} rows={rows} selection={selection} />
        <tbody>
          <SpacerRow px={range.start * range.rowPx} width={width} />
          {rows.slice(range.start, range.end).map((row, index) => (
            <TableRow
              key={keyOf(row)}
              row={row}
              rowIndex={before + range.start + index}
              columns={columns}
              opening={opening}
              go={go}
              selection={selection}
              nameOf={nameOf}
            />
          ))}
          <SpacerRow px={(rows.length - range.end) * range.rowPx} width={width} />
          {list.isPending && <SkeletonRows width={width} />}
        </tbody>
        {rows.length > 0 && <TableFoot columns={columns} isSelectable={selection !== undefined} />}
      </table>
      {!list.isPending && rows.length === 0 && emptyState}
    </div>
  );
}

/** Takes the height of rows that are not rendered. */
function SpacerRow({ px, width }: { px: number; width: number }) {
  if (px <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row is not focusable
    <tr aria-hidden="true" className="table-spacer">
      <td colSpan={width} style={{ height: px }} />
    </tr>
  );
}

function SkeletonRows({ width }: { width: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row is not focusable
    <tr key={index} aria-hidden="true">
      <td colSpan={width}>
        <Skeleton width={`${92 - ((index * 17) % 40)}%`} height="1.600rem" />
      </td>
    </tr>
  ));
}
