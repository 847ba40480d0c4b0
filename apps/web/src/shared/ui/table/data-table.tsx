import type { ReactNode } from "react";
import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/api-error.ts";
import { EmptyState, FailedState } from "../status/empty-state.tsx";
import { NoAccessState } from "../status/no-access-state.tsx";
import type { Column } from "./column.ts";
import { ColumnChooser } from "./column-chooser.tsx";
import { ExportButton } from "./export-button.tsx";
import type { StartExport } from "./export-job-button.tsx";
import { ExportJobButton } from "./export-job-button.tsx";
import { Pager } from "./pager.tsx";
import { SearchBox } from "./search-box.tsx";
import { TableGrid } from "./table-grid.tsx";
import type { Opening } from "./table-rows.tsx";
import { useColumns } from "./use-columns.ts";
import type { Selection } from "./use-selection.ts";
import { useSelection } from "./use-selection.ts";
import type { TableModel } from "./use-table.ts";
import "./data-table.css";

type DataTableProps<Row> = Opening<Row> & {
  /** From `useTable`. */
  readonly table: TableModel<Row>;
  /** Heading and accessible name. */
  readonly title: string;
  /** Keep them the same while nothing changed. */
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Name of a row for screen readers. */
  readonly nameOf: (row: Row) => string;
  /** Shown after the heading, such as the count. */
  readonly note?: ReactNode;
  /** Shows the search field; the server's list takes `search`. */
  readonly searchLabel?: string;
  /** Fields the search covers, where the label is too short to name them. */
  readonly searchTitle?: string;
  /** The page's own filters. */
  readonly filters?: ReactNode;
  /** Buttons at the end of the head, such as "add". */
  readonly actions?: ReactNode;
  /** Shown when the list has no rows at all. */
  readonly emptyState: ReactNode;
  /** Title when no row matches the filters. */
  readonly noMatchTitle?: string;
  /** Lets rows be chosen on any page, for export and for what `chosenActions` offers. */
  readonly isSelectable?: boolean;
  readonly selectionActions?: (selection: Selection<Row>) => ReactNode;
  /** File name prefix of the export; without it there is no export. */
  readonly exportName?: string;
  /** What an export contains, where that is not all rows with the columns shown. */
  readonly exportText?: string;
  /** Exports by a job of the server instead of reading all pages in the browser. */
  readonly exportJob?: StartExport | undefined;
  readonly exportColumns?: readonly Column<Row>[];
  /** Shows the rows in another way than as a table, such as cards; undefined until they were read. */
  readonly renderRows?:
    | ((rows: readonly Row[] | undefined, selection: Selection<Row>) => ReactNode)
    | undefined;
  /** In place of page numbers, for a list that has none. */
  readonly pager?: ReactNode;
  readonly id?: string;
};

/**
 * Every list of the console: sorted, filtered and paged by the server, its state in the address, columns to choose.
 *
 *     const plants = defineTable({ name: "plants", endpoint: endpoints.station.list, filters: ["status"] });
 *     const columns: readonly Column<StationRow>[] = [{ key: "name", titleKey: "column.name", isOpener: true, render: (row) => row.name }];
 *
 *     const table = useTable(plants);
 *     <DataTable table={table} title={t("home.list")} columns={columns} keyOf={(row) => row.stationId} nameOf={(row) => row.name}
 *       addressOf={(row) => `/station/${row.stationId}`} searchLabel={t("home.search")} emptyState={<EmptyState … />} />
 *
 * A filter of listed values is a `ValueFilter`; others write `table.set({ filters: { … } })` and read `table.state.filters`.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    table,
    title,
    note,
    searchLabel,
    searchTitle,
    filters,
    actions,
    isSelectable = false,
    selectionActions,
    exportName,
    id,
  } = props;
  const columns = useColumns(table.name, props.columns);
  // Callers pass arrow functions; their results do not change while the table is mounted.
  const keyOf = useStableCallback(props.keyOf);
  const nameOf = useStableCallback(props.nameOf);
  const selection = useSelection(keyOf);
  const exportButton = (rows?: readonly Row[]) => {
    if (exportName === undefined) return null;
    if (props.exportJob !== undefined)
      return (
        <ExportJobButton
          start={props.exportJob}
          name={exportName}
          columns={columns.shown.filter(({ exportValue }) => exportValue !== undefined).map(({ key }) => key)}
          {...(rows !== undefined && { rows: rows.map(keyOf) })}
        />
      );
    return (
      <ExportButton
        table={table}
        columns={props.exportColumns ?? columns.shown}
        keyOf={keyOf}
        name={exportName}
        text={props.exportText}
        {...(rows !== undefined && { rows })}
      />
    );
  };
  const emptyState = (
    <EmptyTable table={table} noMatchTitle={props.noMatchTitle}>
      {props.emptyState}
    </EmptyTable>
  );
  const { list } = table;
  const isRefused = list.error instanceof ApiError && list.error.status === 403;
  const hasFailed = list.isError && list.data === undefined;
  return (
    <section id={id} className="card table-card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        {note !== undefined && <span className="note">{note}</span>}
        <div className="table-tools">
          {filters}
          {searchLabel !== undefined && (
            <SearchBox
              label={searchLabel}
              title={searchTitle ?? searchLabel}
              maxLength={table.schema.maxSearchLength}
              value={table.state.search}
              onChange={(search) => table.set({ search })}
            />
          )}
          {props.renderRows === undefined && <ColumnChooser columns={columns} />}
          {exportButton()}
          {actions}
        </div>
      </div>
      {isSelectable && selection.rows.length > 0 && (
        <SelectionBar
          selection={selection}
          shown={list.data?.rows ?? []}
          hasHead={props.renderRows === undefined}
        >
          {selectionActions?.(selection)}
          {exportButton(selection.rows)}
        </SelectionBar>
      )}
      {hasFailed && isRefused && <NoAccessState error={list.error} />}
      {hasFailed && !isRefused && <FailedState error={list.error} onRetry={() => void list.refetch()} />}
      {!hasFailed && props.renderRows !== undefined && (
        <RenderedRows table={table} emptyState={emptyState}>
          {(rows) => props.renderRows?.(rows, selection)}
        </RenderedRows>
      )}
      {!hasFailed && props.renderRows === undefined && (
        <TableGrid
          table={table}
          label={title}
          columns={columns.shown}
          keyOf={keyOf}
          nameOf={nameOf}
          opening={props}
          selection={isSelectable ? selection : undefined}
          emptyState={emptyState}
        />
      )}
      {!hasFailed && props.pager}
      {!hasFailed && !table.isWhole && list.data?.total !== undefined && list.data.total > 0 && (
        <Pager
          state={table.state}
          pageSizes={table.schema.pageSizes}
          total={list.data.total}
          isTotalCapped={list.data.isTotalCapped === true}
          onChange={table.set}
        />
      )}
    </section>
  );
}

interface RenderedRowsProps<Row> {
  readonly table: TableModel<Row>;
  readonly emptyState: ReactNode;
  readonly children: (rows: readonly Row[] | undefined) => ReactNode;
}

function RenderedRows<Row>({ table, emptyState, children }: RenderedRowsProps<Row>) {
  const { data, isPlaceholderData } = table.list;
  if (data?.rows.length === 0) return emptyState;
  return (
    <div className="table-area" aria-busy={data === undefined || isPlaceholderData}>
      {children(data?.rows)}
    </div>
  );
}

function useStableCallback<Row>(from: (row: Row) => string): (row: Row) => string {
  const latest = useRef(from);
  latest.current = from;
  return useCallback((row: Row) => latest.current(row), []);
}

interface SelectionBarProps<Row> {
  readonly selection: Selection<Row>;
  /** Rows of the page on screen. */
  readonly shown: readonly Row[];
  /** The head of a table has the box that selects the whole page. */
  readonly hasHead: boolean;
  readonly children: ReactNode;
}

/** What was selected and what can be done with it; rows of other pages or filters stay selected, and the bar says so. */
function SelectionBar<Row>({ selection, shown, hasHead, children }: SelectionBarProps<Row>) {
  const { t } = useTranslation();
  const count = selection.rows.length;
  const elsewhere = count - shown.filter(selection.has).length;
  return (
    <div className="chosen-bar">
      <span role="status">
        {t("table.chosen", { count })}
        {elsewhere > 0 && <span className="note"> · {t("table.elsewhere", { count: elsewhere })}</span>}
      </span>
      {!hasHead && !shown.every(selection.has) && (
        <button type="button" className="button" onClick={() => selection.toggle(shown, true)}>
          {t("table.chooseAll")}
        </button>
      )}
      {children}
      <button type="button" className="button" data-kind="quiet" onClick={selection.clear}>
        {t("table.clearChosen")}
      </button>
    </div>
  );
}

interface EmptyTableProps<Row> {
  readonly table: TableModel<Row>;
  readonly noMatchTitle: string | undefined;
  readonly children: ReactNode;
}

function EmptyTable<Row>({ table, noMatchTitle, children }: EmptyTableProps<Row>) {
  const { t } = useTranslation();
  const { list, state, initial, set, isFiltered } = table;
  if ((list.data?.total ?? 0) > 0)
    return (
      <EmptyState icon="panel" title={t("table.pastEnd")}>
        <button type="button" className="button" onClick={() => set({ page: 1 })}>
          {t("table.toFirst")}
        </button>
      </EmptyState>
    );
  if (!isFiltered) return children;
  const nothing = Object.fromEntries(Object.keys(state.filters).map((name) => [name, undefined]));
  return (
    <EmptyState icon="search" title={noMatchTitle ?? t("table.noMatch")} text={t("table.noMatchText")}>
      <button
        type="button"
        className="button"
        onClick={() => set({ search: initial.search, filters: nothing })}
      >
        {t("table.showAll")}
      </button>
    </EmptyState>
  );
}
