import type { Endpoint, PageSize, QueryInputOf } from "@heliograph/contract";

/** Values a filter may have: a closed list, the id of a record, a text, or a number as text. */
export type FilterSchema =
  | { readonly values: readonly string[] }
  | { readonly format: "id" }
  | { readonly maxLength: number }
  | { readonly minimum: number; readonly maximum: number };

/** What the contract says of a list's query; made at build time by `vite/list-schema.ts`. */
export interface ListSchema {
  readonly sorts: readonly string[];
  readonly sort?: string;
  readonly order: "asc" | "desc";
  /** In ascending order; the last one is the largest a request may ask for. */
  readonly pageSizes: readonly [PageSize, ...PageSize[]];
  readonly maxSearchLength?: number;
  /** By the parameter's name. */
  readonly filters: Readonly<Record<string, FilterSchema>>;
}

type Query<E extends Endpoint> = QueryInputOf<E>;
export type SortOf<E extends Endpoint> =
  Query<E> extends { sort?: infer Sort } ? Extract<Sort, string> : never;
/** Parameters of a list's query that can be filters. */
export type FilterName<E extends Endpoint> = Exclude<
  keyof Query<E> & string,
  "page" | "pageSize" | "sort" | "order" | "search"
>;

/** The description that `virtual:endpoints` adds to each paged list; undefined for a list that comes as a whole. */
export const findListSchema = (endpoint: Endpoint): ListSchema | undefined =>
  (endpoint as Endpoint & { readonly list?: ListSchema }).list;

/** Values of a parameter that takes one of a closed list, in the contract's order. */
export function listValues<E extends Endpoint, Name extends FilterName<E>>(
  endpoint: E,
  name: Name,
): readonly Extract<Query<E>[Name], string>[] {
  const filter = findListSchema(endpoint)?.filters[name];
  if (filter === undefined || !("values" in filter))
    throw new Error(`${endpoint.path} has no closed list ${name}`);
  return filter.values as readonly Extract<Query<E>[Name], string>[];
}
