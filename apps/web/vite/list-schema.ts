import type { Endpoint } from "@heliograph/contract";
import type { FilterSchema, ListSchema } from "../src/shared/ui/table/list-schema.ts";

interface Json {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly examples?: readonly number[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Json>>;
}

const PAGING = new Set(["page", "pageSize", "order", "sort", "search"]);

/** Describes the query of a paged list; undefined for every other endpoint. */
export function describeList({ query }: Pick<Endpoint, "query">): ListSchema | undefined {
  const json = query?.toJSONSchema({ io: "input", unrepresentable: "any" }) as Json | undefined;
  const { pageSize, sort, order, search } = json?.properties ?? {};
  if (pageSize?.examples === undefined || json?.properties === undefined) return undefined;
  return {
    sorts: sort?.enum ?? [],
    ...(typeof sort?.default === "string" && { sort: sort.default }),
    order: order?.default === "desc" ? "desc" : "asc",
    pageSizes: pageSize.examples as ListSchema["pageSizes"],
    ...(search?.maxLength !== undefined && { maxSearchLength: search.maxLength }),
    filters: Object.fromEntries(
      Object.entries(json.properties).flatMap(([name, property]) => {
        const filter = PAGING.has(name) ? undefined : describeFilter(property);
        return filter === undefined ? [] : [[name, filter]];
      }),
    ),
  };
}

function describeFilter(property: Json): FilterSchema | undefined {
  const { type, format, enum: values, maxLength, minimum, maximum } = property;
  if (values !== undefined) return { values };
  if (format === "uuid") return { format: "id" };
  if (type === "string" && maxLength !== undefined) return { maxLength };
  if (type === "number" && minimum !== undefined && maximum !== undefined) return { minimum, maximum };
  return undefined;
}
