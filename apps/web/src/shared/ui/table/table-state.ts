import type { PageSize } from "@heliograph/contract";
import type { FilterSchema, ListSchema } from "./list-schema.ts";

export type FilterValues = Readonly<Record<string, string | undefined>>;

/** What a list's address may hold, and the values where it holds nothing. */
export interface StateSpec {
  /** Prefix of the names in the address, for a page with two lists. */
  readonly prefix?: string | undefined;
  readonly schema: Pick<ListSchema, "sorts" | "pageSizes" | "maxSearchLength" | "filters">;
  readonly sort: string | undefined;
  readonly order: "asc" | "desc";
  readonly pageSize: PageSize;
  /** Parameters of the query that are kept in the address. */
  readonly filters: readonly string[];
}

/** What a list shows; kept in the address, so that a link shows the same. */
export interface TableState<Values extends FilterValues = FilterValues> {
  readonly page: number;
  readonly pageSize: PageSize;
  readonly sort: string | undefined;
  readonly order: "asc" | "desc";
  readonly search: string;
  readonly filters: Values;
}

export type StateChange<Values extends FilterValues = FilterValues> = Partial<
  Omit<TableState, "filters"> & { readonly filters: Partial<Values> }
>;

const nameIn = ({ prefix }: StateSpec, name: string): string =>
  prefix === undefined ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The state for an address without parameters. */
export function initialState(spec: StateSpec): TableState {
  return readTableState(new URLSearchParams(), spec);
}

/** Another column than the list starts with is ascending unless the address says otherwise. */
const startOrder = (spec: StateSpec, sort: string | undefined): "asc" | "desc" =>
  sort === spec.sort ? spec.order : "asc";

/** Reads the state from the address; an invalid value counts as absent. */
export function readTableState(params: URLSearchParams, spec: StateSpec): TableState {
  const get = (name: string): string | null => params.get(nameIn(spec, name));
  const { sorts, pageSizes, maxSearchLength, filters } = spec.schema;
  const page = Number(get("page"));
  const order = get("order");
  const sort = sorts.find((each) => each === get("sort")) ?? spec.sort;
  return {
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    pageSize: pageSizes.find((size) => String(size) === get("pageSize")) ?? spec.pageSize,
    sort,
    order: order === "asc" || order === "desc" ? order : startOrder(spec, sort),
    search: get("search")?.slice(0, maxSearchLength) ?? "",
    filters: Object.fromEntries(spec.filters.map((name) => [name, readFilter(get(name), filters[name])])),
  };
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readFilter(value: string | null, schema: FilterSchema | undefined): string | undefined {
  if (value === null || value === "" || schema === undefined) return undefined;
  return isValid(value, schema) ? value : undefined;
}

function isValid(value: string, schema: FilterSchema): boolean {
  if ("values" in schema) return schema.values.includes(value);
  if ("format" in schema) return idPattern.test(value);
  if ("maxLength" in schema) return value.length <= schema.maxLength;
  const number = Number(value);
  return /^\d+(\.\d+)?$/.test(value) && number >= schema.minimum && number <= schema.maximum;
}

/**
 * Writes only what differs from the initial state and the order a column starts with, and leaves other parameters alone. Every change except to another
 * page starts at the first page.
 */
export function writeTableState(
  params: URLSearchParams,
  spec: StateSpec,
  { filters, ...change }: StateChange,
): URLSearchParams {
  const state = { ...readTableState(params, spec), page: 1, ...change };
  const values = flatten({ ...state, filters: { ...state.filters, ...filters } });
  const initialValues = flatten({ ...initialState(spec), order: startOrder(spec, state.sort) });
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values)) {
    const key = nameIn(spec, name);
    if (value === undefined || value === initialValues[name]) next.delete(key);
    else next.set(key, String(value));
  }
  return next;
}

function flatten({ filters, ...rest }: TableState): Record<string, string | number | undefined> {
  return { ...rest, ...filters };
}

/** Whether a search or filter keeps rows out of the list. */
export const isFiltered = ({ search, filters }: TableState): boolean =>
  search !== "" || Object.values(filters).some((value) => value !== undefined);
