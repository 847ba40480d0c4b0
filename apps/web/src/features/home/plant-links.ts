import type { endpoints } from "virtual:endpoints";
import type { SortOf } from "../../shared/ui/table/list-schema.ts";

export const PLANT_LIST_ID = "plants";

/** Shows the plant list and moves the focus to it, below the figures of the same page. */
export function scrollToPlants(): void {
  const list = document.getElementById(PLANT_LIST_ID);
  list?.focus({ preventScroll: true });
  list?.scrollIntoView({ block: "nearest" });
}

/** Props of a link from a figure to all plants, in descending order of that figure; by urgency without one. */
export function toPlants(sort?: SortOf<typeof endpoints.station.list>) {
  const to = sort === undefined ? "/home" : `/home?sort=${sort}&order=desc`;
  return { to, onClick: scrollToPlants };
}
