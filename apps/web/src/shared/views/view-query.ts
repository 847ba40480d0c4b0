import type { SavedView } from "./view-calls.ts";

type Query = SavedView["query"];

/** State of a list as far as a view saves it; numbers are text in the address. */
interface ListState {
  readonly search: string;
  readonly sort: string | undefined;
  readonly order: "asc" | "desc";
  readonly filters: Readonly<Record<string, string | undefined>>;
}

/** How a list begins, and its filters that are numbers in the contract. */
interface ListStart {
  readonly initial: ListState;
  readonly numbers: ReadonlySet<string>;
}

/** What a view saves of the list on screen; its order only where it is not the one the list starts with. */
export function toViewQuery(
  { search, sort, order, filters }: ListState,
  { initial, numbers }: ListStart,
): Query {
  const isStart = sort === initial.sort && order === initial.order;
  const chosen = Object.entries(filters).filter(([, value]) => value !== undefined);
  return {
    ...(search !== "" && { search }),
    ...Object.fromEntries(chosen.map(([name, value]) => [name, numbers.has(name) ? Number(value) : value])),
    // The table's sort keys are the contract's.
    ...(!isStart && sort !== undefined && { sort: sort as Query["sort"], order }),
  };
}

/** The address that opens a view of the list at `path`; it names how the rows are shown where there is a choice. */
export function toViewAddress(
  path: string,
  { kind, query }: Pick<SavedView, "query"> & Partial<Pick<SavedView, "kind">>,
): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  if (kind !== undefined) params.set("view", kind);
  return `${path}?${params}`;
}

/** Whether two queries show the same, in whatever order their parts were saved. */
export function isSameQuery(one: Query, other: Query): boolean {
  const sorted = (query: Query) => Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}
