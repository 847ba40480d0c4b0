import type { PlantView } from "@heliograph/contract";

type Query = PlantView["query"];

/** State of the plant list as far as a view saves it; numbers are text in the address. */
interface ListState {
  readonly search: string;
  readonly sort: string | undefined;
  readonly order: "asc" | "desc";
  readonly filters: Readonly<Record<string, string | undefined>>;
}

/** Filters that are numbers in the contract. */
const numbers: ReadonlySet<string> = new Set(["minCapacityKwp", "maxCapacityKwp"]);

/** What a view saves of the list on screen; its order only where it is not the one the list starts with. */
export function toViewQuery({ search, sort, order, filters }: ListState, initial: ListState): Query {
  const isStart = sort === initial.sort && order === initial.order;
  const chosen = Object.entries(filters).filter(([, value]) => value !== undefined);
  return {
    ...(search !== "" && { search }),
    ...Object.fromEntries(chosen.map(([name, value]) => [name, numbers.has(name) ? Number(value) : value])),
    // The table's sort keys are the contract's.
    ...(!isStart && sort !== undefined && { sort: sort as Query["sort"], order }),
  };
}

/** The address that opens a view. */
export function toViewAddress({ kind, query }: Pick<PlantView, "kind" | "query">): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  params.set("view", kind);
  return `/home?${params}`;
}
