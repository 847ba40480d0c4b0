import type { DataOf, Endpoint, QueryInputOf } from "@heliograph/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { call } from "../../api/api.ts";
import { ApiError } from "../../api/api-error.ts";
import { queryOf } from "../../api/queries.ts";
import { useQueryWithPrevious } from "../../api/use-query-with-previous.ts";
import type { Filters, PageSize, StateChange, StateSpec, TableState } from "./table-state.ts";
import { firstState, isFiltered, readTableState, writeTableState } from "./table-state.ts";

export type RowOf<E extends Endpoint> = DataOf<E> extends { rows: (infer Row)[] } ? Row : never;
export type SortOf<E extends Endpoint> =
  QueryInputOf<E> extends { sort?: infer Sort } ? Extract<Sort, string> : never;

/** A list of the contract as a table: where its rows come from and what of it lives in the address. */
export interface TableSpec<E extends Endpoint, F extends Filters> {
  /** Names the table's columns in the local storage key `prefs`. */
  readonly name: string;
  readonly endpoint: E;
  /** What the server can sort by: a column whose key stands here gets a sorting header. */
  readonly sorts?: readonly SortOf<E>[];
  readonly sort?: SortOf<E>;
  readonly order?: "asc" | "desc";
  readonly pageSize?: PageSize;
  /** Parameters of the query that live in the address, with the values they may have. */
  readonly filters?: F;
  /** For the second list of a page. */
  readonly prefix?: string;
  /** The list comes as a whole: it takes no page, and no sorting. */
  readonly isWhole?: boolean;
}

interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** A table's state, its rows on screen, and the way to all of them. */
export interface TableModel<Row, F extends Filters = Filters, Data extends Rows<Row> = Rows<Row>> {
  readonly name: string;
  readonly isWhole: boolean;
  readonly sorts: readonly string[];
  readonly state: TableState<F>;
  readonly first: TableState<F>;
  readonly isFiltered: boolean;
  readonly list: UseQueryResult<Data>;
  /** Writes to the address; anything but another page starts at the first one. */
  readonly set: (change: StateChange<F>) => void;
  /** One page of the rows that fit the filter now, for an export. */
  readonly read: (page: number, pageSize: PageSize, signal: AbortSignal) => Promise<Rows<Row>>;
}

/** Keeps the types of a table's description. */
export const defineTable = <E extends Endpoint, const F extends Filters = Record<never, never>>(
  spec: TableSpec<E, F>,
): TableSpec<E, F> => spec;

/** State and rows of a table. `fixed`: parameters of the query that are the page's own, such as its plant. */
export function useTable<E extends Endpoint, F extends Filters>(
  spec: TableSpec<E, F>,
  fixed?: Partial<QueryInputOf<E>>,
): TableModel<RowOf<E>, F, DataOf<E> & Rows<RowOf<E>>> {
  const [params, setParams] = useSearchParams();
  const stateSpec = toStateSpec(spec);
  const state = readTableState(params, stateSpec);
  const { isWhole = false } = spec;
  const toQuery = (page: number, pageSize: number) => {
    const sorting = state.sort === undefined ? {} : { sort: state.sort, order: state.order };
    const search = state.search === "" ? {} : { search: state.search };
    const paging = isWhole ? {} : { page, pageSize };
    return { ...paging, ...sorting, ...search, ...present(state.filters), ...fixed } as QueryInputOf<E>;
  };
  const list = useQueryWithPrevious(queryOf(spec.endpoint, toQuery(state.page, state.pageSize)));
  return {
    name: spec.name,
    isWhole,
    sorts: stateSpec.sorts,
    state,
    first: firstState(stateSpec),
    isFiltered: isFiltered(state),
    list: list as UseQueryResult<DataOf<E> & Rows<RowOf<E>>>,
    set(change) {
      // Typing a word is one step back, not one for each pause.
      const isTyping = change.search !== undefined && change.search !== "" && state.search !== "";
      setParams(writeTableState(params, stateSpec, change), { replace: isTyping });
    },
    async read(page, pageSize, signal) {
      const answer = await call(spec.endpoint, { query: toQuery(page, pageSize), signal });
      if (answer === undefined) throw new ApiError("");
      return answer.data as Rows<RowOf<E>>;
    },
  };
}

function toStateSpec<E extends Endpoint, F extends Filters>(spec: TableSpec<E, F>): StateSpec<F> {
  const sorts = spec.sorts ?? [];
  return {
    prefix: spec.prefix,
    sorts,
    sort: spec.sort ?? sorts[0],
    order: spec.order ?? "asc",
    pageSize: spec.pageSize ?? 20,
    filters: spec.filters ?? ({} as F),
  };
}

const present = (filters: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
