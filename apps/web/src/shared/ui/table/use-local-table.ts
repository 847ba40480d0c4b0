import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { StateSpec } from "./table-state.ts";
import { initialState, readTableState, writeTableState } from "./table-state.ts";
import type { TableModel } from "./use-table.ts";

interface LocalTableSpec<Row> {
  /** Names the table's columns in the local storage key `prefs`. */
  readonly name: string;
  readonly sorts: readonly string[];
  readonly sort: string;
  readonly order: "asc" | "desc";
  readonly sortRows: (rows: readonly Row[], by: { sort: string; order: "asc" | "desc" }) => readonly Row[];
}

/** Rows of a query that come as a whole, as a table that is sorted here; its order is in the address. */
export function useLocalTable<Row>(
  spec: LocalTableSpec<Row>,
  query: UseQueryResult,
  rows: readonly Row[],
): TableModel<Row> {
  const [params, setParams] = useSearchParams();
  const state = readTableState(params, toStateSpec(spec));
  const { sort = spec.sort, order } = state;
  const { sortRows } = spec;
  const data = useMemo(
    () => ({ rows: sortRows(rows, { sort, order }), total: rows.length }),
    [rows, sort, order, sortRows],
  );
  return {
    name: spec.name,
    isWhole: true,
    schema: toStateSpec(spec).schema,
    state,
    initial: initialState(toStateSpec(spec)),
    isFiltered: false,
    list: { ...query, data } as TableModel<Row>["list"],
    set: (change) => setParams(writeTableState(params, toStateSpec(spec), change)),
    read: () => Promise.resolve(data),
  };
}

const toStateSpec = <Row>({ sorts, sort, order }: LocalTableSpec<Row>): StateSpec => ({
  schema: { sorts, pageSizes: [100], filters: {} },
  sort,
  order,
  pageSize: 100,
  filters: [],
});
