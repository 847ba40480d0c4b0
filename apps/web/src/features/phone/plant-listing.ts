import { endpoints } from "virtual:endpoints";
import type { QueryInputOf } from "@heliograph/contract";
import type { ListSchema } from "../../shared/ui/table/list-schema.ts";
import { findListSchema } from "../../shared/ui/table/list-schema.ts";
import type { StateChange, StateSpec, TableState } from "../../shared/ui/table/table-state.ts";
import { readTableState, writeTableState } from "../../shared/ui/table/table-state.ts";

const PAGE = 30;

/** What the list is sorted by, with the order that each starts with. */
export const plantOrders = {
  status: "desc",
  name: "asc",
  powerW: "desc",
  energyTodayKwh: "desc",
  openAlarms: "desc",
} as const;
export type PlantSort = keyof typeof plantOrders;
export const plantSorts = Object.keys(plantOrders) as PlantSort[];

const filters = ["status", "companyId", "country", "tag"] as const;
type Filter = (typeof filters)[number];

export type PlantListing = TableState<Readonly<Record<Filter, string | undefined>>>;
export type PlantListingChange = StateChange<PlantListing["filters"]>;
type Query = QueryInputOf<typeof endpoints.station.list>;

/** Names and values are those of the console's list, so that its address shows the same plants. */
const spec: StateSpec = {
  // Every paged list has a schema.
  schema: { ...(findListSchema(endpoints.station.list) as ListSchema), sorts: plantSorts },
  sort: "status",
  order: "desc",
  pageSize: 20,
  filters,
};

/** Search, filters and order in the address, so that the way back from a plant leads to the same list. */
export const readPlantListing = (params: URLSearchParams) => readTableState(params, spec) as PlantListing;
export const writePlantListing = (params: URLSearchParams, change: PlantListingChange): URLSearchParams =>
  writeTableState(params, spec, change);

/** Shows all plants, in the order chosen. */
export const withoutFilters: PlantListingChange = {
  search: "",
  filters: { status: undefined, companyId: undefined, country: undefined, tag: undefined },
};

/** Query of a page. Values were checked against the contract's description of the list. */
export function toPlantQuery(listing: PlantListing, page: number): Query {
  const { sort, order } = listing;
  const search = listing.search.trim();
  const chosen = Object.entries(listing.filters).filter(([, value]) => value !== undefined);
  return {
    page,
    pageSize: PAGE,
    sort: sort as Query["sort"],
    order,
    ...(search !== "" && { search }),
    ...Object.fromEntries(chosen),
  };
}
