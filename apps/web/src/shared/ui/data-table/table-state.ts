export const pageSizes = [20, 50, 100, 200] as const;
export type PageSize = (typeof pageSizes)[number];

const LONGEST_SEARCH = 120;

/** The values a filter may have: a closed list, or a rule for a single one. */
export type FilterRule = readonly string[] | ((value: string) => boolean);
export type Filters = Readonly<Record<string, FilterRule>>;
export type FilterValues<F extends Filters> = {
  readonly [Name in keyof F]:
    | (F[Name] extends readonly (infer Value extends string)[] ? Value : string)
    | undefined;
};

/** What a list's address may say, and what holds where it says nothing. */
export interface StateSpec<F extends Filters = Filters> {
  /** Stands before the names in the address, for a page with two lists. */
  readonly prefix?: string | undefined;
  readonly sorts: readonly string[];
  readonly sort: string | undefined;
  readonly order: "asc" | "desc";
  readonly pageSize: PageSize;
  readonly filters: F;
}

/** What a list shows; lives in the address, so that a link shows the same. */
export interface TableState<F extends Filters = Filters> {
  readonly page: number;
  readonly pageSize: PageSize;
  readonly sort: string | undefined;
  readonly order: "asc" | "desc";
  readonly search: string;
  readonly filters: FilterValues<F>;
}

export type StateChange<F extends Filters = Filters> = Partial<
  Omit<TableState<F>, "filters"> & { readonly filters: Partial<FilterValues<F>> }
>;

const nameIn = ({ prefix }: StateSpec, name: string): string =>
  prefix === undefined ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The state where the address says nothing. */
export function firstState<F extends Filters>(spec: StateSpec<F>): TableState<F> {
  return readTableState(new URLSearchParams(), spec);
}

/** Reads the state from the address; what makes no sense there is as if it were absent. */
export function readTableState<F extends Filters>(
  params: URLSearchParams,
  spec: StateSpec<F>,
): TableState<F> {
  const get = (name: string): string | null => params.get(nameIn(spec, name));
  const page = Number(get("page"));
  const order = get("order");
  const filters = Object.entries(spec.filters).map(([name, rule]) => [name, fitting(get(name), rule)]);
  return {
    page: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
    pageSize: pageSizes.find((size) => String(size) === get("pageSize")) ?? spec.pageSize,
    sort: spec.sorts.find((sort) => sort === get("sort")) ?? spec.sort,
    order: order === "asc" || order === "desc" ? order : spec.order,
    search: get("search")?.slice(0, LONGEST_SEARCH) ?? "",
    filters: Object.fromEntries(filters) as FilterValues<F>,
  };
}

function fitting(value: string | null, rule: FilterRule): string | undefined {
  if (value === null || value === "") return undefined;
  const isFitting = typeof rule === "function" ? rule(value) : rule.includes(value);
  return isFitting ? value : undefined;
}

/**
 * Writes only what differs from the first state, and leaves other parameters alone. Anything but another page starts
 * at the first one.
 */
export function writeTableState<F extends Filters>(
  params: URLSearchParams,
  spec: StateSpec<F>,
  { filters, ...change }: StateChange<F>,
): URLSearchParams {
  const first = firstState(spec);
  const state = { ...readTableState(params, spec), page: 1, ...change };
  const values = flatten({ ...state, filters: { ...state.filters, ...filters } });
  const firstValues = flatten(first);
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values)) {
    const key = nameIn(spec, name);
    if (value === undefined || value === firstValues[name]) next.delete(key);
    else next.set(key, String(value));
  }
  return next;
}

function flatten({ filters, ...rest }: TableState): Record<string, string | number | undefined> {
  return { ...rest, ...filters };
}

/** Something keeps rows out of the list. */
export const isFiltered = ({ search, filters }: TableState): boolean =>
  search !== "" || Object.values(filters).some((value) => value !== undefined);
