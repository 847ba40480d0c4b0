import type { endpoints } from "virtual:endpoints";
import type { QueryInputOf } from "@heliograph/contract";
import type { SortOf } from "../../shared/ui/table/list-schema.ts";

type List = typeof endpoints.station.list;
type PlantFilter = Pick<QueryInputOf<List>, "currency" | "gap">;

export const PLANT_LIST_ID = "plants";

/** Shows the plant list and moves the focus to it, below the figures of the same page. */
export function scrollToPlants(): void {
  const list = document.getElementById(PLANT_LIST_ID);
  list?.focus({ preventScroll: true });
  list?.scrollIntoView({ block: "nearest" });
}

/**
 * Props of a link from a figure to the plants behind it, in descending order of that figure, of a share of the expected
 * energy the worst first; by urgency without one.
 */
export function toPlants(sort?: SortOf<List>, filter: PlantFilter = {}) {
  const params = new URLSearchParams(filter);
  if (sort !== undefined) {
    params.set("sort", sort);
    params.set("order", sort === "expectedShare" ? "asc" : "desc");
  }
  const search = params.toString();
  return { to: search === "" ? "/home" : `/home?${search}`, onClick: scrollToPlants };
}
