import { z } from "zod";
import { defineViews } from "./list-view.ts";
import { paging } from "./primitives.ts";
import { plantListing } from "./station.ts";

/** What a view shows: search, filters and order of the plant list, as far as they differ from its start. */
export const plantViewQuery = z
  .strictObject({
    ...plantListing,
    /** Not looked up: a view gives no access. */
    companyId: z.string().regex(/^[0-9a-f-]{36}$/),
    sort: plantListing.sort.removeDefault(),
    order: paging.order.removeDefault(),
  })
  .partial();

export const plantViews = defineViews({
  paths: {
    list: "/user/plantView/list",
    save: "/user/plantView/save",
    delete: "/user/plantView/delete",
  },
  what: "the plant list",
  query: plantViewQuery,
});
export type PlantView = z.output<typeof plantViews.view>;
