import type { PlantStatus, StationSort } from "./list-choices.ts";
import { plantStatuses, stationSorts } from "./list-choices.ts";

/** What the plant list shows; lives in the address, so that a link shows the same. */
export interface ListState {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: StationSort;
  readonly order: "asc" | "desc";
  readonly search: string;
  readonly status: PlantStatus | undefined;
}

export const firstState: ListState = {
  page: 1,
  pageSize: 20,
  sort: "createdAt",
  order: "asc",
  search: "",
  status: undefined,
};

const pageSizes = [20, 50, 100, 200];

/** Reads the state from the address; what makes no sense there is as if it were absent. */
export function readListState(params: URLSearchParams): ListState {
  const page = Number(params.get("page"));
  const pageSize = Number(params.get("pageSize"));
  return {
    page: Number.isInteger(page) && page > 0 ? page : firstState.page,
    pageSize: pageSizes.includes(pageSize) ? pageSize : firstState.pageSize,
    sort: stationSorts.find((sort) => sort === params.get("sort")) ?? firstState.sort,
    order: params.get("order") === "desc" ? "desc" : "asc",
    search: params.get("search")?.slice(0, 120) ?? "",
    status: plantStatuses.find((status) => status === params.get("status")),
  };
}

/** Writes only what differs from the first state, and leaves other parameters alone. */
export function writeListState(params: URLSearchParams, change: Partial<ListState>): URLSearchParams {
  const state = { ...readListState(params), ...change };
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(state))
    if (value === undefined || value === firstState[name as keyof ListState]) next.delete(name);
    else next.set(name, String(value));
  return next;
}
