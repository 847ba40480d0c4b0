import type { DataOf, Endpoint, PageSize, QueryInputOf } from "@heliograph/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { call } from "../../api/api.ts";
import { ApiError } from "../../api/api-error.ts";
import { queryOf } from "../../api/queries.ts";
import { useQueryWithPrevious } from "../../api/use-query-with-previous.ts";
import type { FilterName, ListSchema, SortOf } from "./list-schema.ts";
import { findListSchema } from "./list-schema.ts";
import type { FilterValues, StateChange, StateSpec, TableState } from "./table-state.ts";
import { initialState, isFiltered, readTableState, writeTableState } from "./table-state.ts";

export type RowOf<E extends Endpoint> = DataOf<E> extends { rows: (infer Row)[] } ? Row : never;
/** A parameter's value as it is in the address. */
type FilterValue<Value> = Value extends string ? Value : Value extends number ? `${number}` : never;
/** Values of the named parameters of a list's query. */
export type FiltersOf<E extends Endpoint, Name extends FilterName<E>> = {
  readonly [Key in Name]: FilterValue<QueryInputOf<E>[Key]> | undefined;
};

/**
 * A list of the contract as a table. Sort keys, page sizes and the values of filters come from the endpoint; the table
 * only chooses how it starts.
 */
export interface TableSpec<E extends Endpoint, Name extends FilterName<E>> {
  /** Names the table's columns in the local storage key `prefs`. */
  readonly name: string;
  readonly endpoint: E;
  readonly sort?: SortOf<E>;
  readonly order?: "asc" | "desc";
  readonly pageSize?: PageSize;
  /** Parameters of the query that are kept in the address. */
  readonly filters?: readonly Name[];
  /** For the second list of a page. */
  readonly prefix?: string;
}

interface Rows<Row> {
  readonly rows: readonly Row[];
  /** Absent in a list whose pages follow a cursor. */
  readonly total?: number;
  /** More rows match than the total. */
  readonly isTotalCapped?: boolean;
}

type CountedRows<Row> = Rows<Row> & { readonly total: number };

/** A table's state, its rows on screen, and a way to read all of them. */
export interface TableModel<
  Row,
  Values extends FilterValues = FilterValues,
  Data extends Rows<Row> = Rows<Row>,
> {
  readonly name: string;
  /** The list comes as a whole: without pages. */
  readonly isWhole: boolean;
  readonly schema: Pick<ListSchema, "sorts" | "pageSizes" | "maxSearchLength" | "filters">;
  readonly state: TableState<Values>;
  readonly initial: TableState<Values>;
  readonly isFiltered: boolean;
  readonly list: UseQueryResult<Data>;
  /** Writes to the address; every change except to another page starts at the first page. */
  set(change: StateChange<Values>): void;
  /** Reads one page of the rows that match the current filters, for an export. */
  readonly read: (page: number, pageSize: PageSize, signal: AbortSignal) => Promise<CountedRows<Row>>;
}

/** The model that `useTable` returns for a table's description. */
export type TableOf<Spec> =
  Spec extends TableSpec<infer E, infer Name>
    ? TableModel<RowOf<E>, FiltersOf<E, Name>, DataOf<E> & Rows<RowOf<E>>>
    : never;

/** Keeps the types of a table's description. */
export const defineTable = <E extends Endpoint, const Name extends FilterName<E> = never>(
  spec: TableSpec<E, Name>,
): TableSpec<E, Name> => spec;

/** State and rows of a table. `fixed`: parameters of the query that are the page's own, such as its plant. */
export function useTable<E extends Endpoint, Name extends FilterName<E>>(
  spec: TableSpec<E, Name>,
  fixed?: Partial<QueryInputOf<E>>,
): TableModel<RowOf<E>, FiltersOf<E, Name>, DataOf<E> & Rows<RowOf<E>>> {
  const [params, setParams] = useSearchParams();
  // What the address will be: a second change before the first is on screen builds on it.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);
  const isWhole = findListSchema(spec.endpoint) === undefined;
  const stateSpec = toStateSpec(spec);
  const state = readTableState(params, stateSpec);
  const toQuery = (page: number, pageSize: number) => {
    const sorting = state.sort === undefined ? {} : { sort: state.sort, order: state.order };
    const search = state.search === "" ? {} : { search: state.search };
    // A list whose pages follow a cursor, which is one of its filters, has no page numbers.
    const paging = isWhole ? {} : { ...(!("cursor" in stateSpec.schema.filters) && { page }), pageSize };
    return { ...paging, ...sorting, ...search, ...omitUndefined(state.filters), ...fixed } as QueryInputOf<E>;
  };
  const list = useQueryWithPrevious(queryOf(spec.endpoint, toQuery(state.page, state.pageSize)));
  return {
    name: spec.name,
    isWhole,
    schema: stateSpec.schema,
    // Filter values were checked against the endpoint's own description.
    state: state as TableState<FiltersOf<E, Name>>,
    initial: initialState(stateSpec) as TableState<FiltersOf<E, Name>>,
    isFiltered: isFiltered(state),
    list: list as UseQueryResult<DataOf<E> & Rows<RowOf<E>>>,
    set(change) {
      // Typing a word is one step back, not one for each pause.
      const isTyping = change.search !== undefined && change.search !== "" && state.search !== "";
      latest.current = writeTableState(latest.current, stateSpec, change);
      setParams(latest.current, { replace: isTyping });
    },
    async read(page, pageSize, signal) {
      const response = await call(spec.endpoint, { query: toQuery(page, pageSize), signal });
      if (response === undefined) throw new ApiError("");
      return response.data as CountedRows<RowOf<E>>;
    },
  };
}

const WHOLE_LIST: ListSchema = { sorts: [], order: "asc", pageSizes: [20], filters: {} };

function toStateSpec<E extends Endpoint, Name extends FilterName<E>>(spec: TableSpec<E, Name>): StateSpec {
  const schema = findListSchema(spec.endpoint) ?? WHOLE_LIST;
  return {
    prefix: spec.prefix,
    schema,
    sort: spec.sort ?? schema.sort,
    order: spec.order ?? schema.order,
    pageSize: spec.pageSize ?? schema.pageSizes[0],
    filters: spec.filters ?? [],
  };
}

const omitUndefined = (filters: FilterValues) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
