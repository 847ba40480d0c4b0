import { z } from "zod";
import { deviceListing } from "./device-list.ts";
import { defineViews } from "./list-view.ts";
import { paging } from "./primitives.ts";

// Not looked up: a view gives no access.
const unchecked = z.string().regex(/^[0-9a-f-]{36}$/);

/** What a view shows: search, filters and order of the data list, as far as they differ from its start. */
export const deviceViewQuery = z
  .strictObject({
    ...deviceListing,
    stationId: unchecked,
    companyId: unchecked,
    sort: deviceListing.sort.removeDefault(),
    order: paging.order.removeDefault(),
  })
  .partial();

export const deviceViews = defineViews({
  paths: {
    list: "/user/deviceView/list",
    save: "/user/deviceView/save",
    delete: "/user/deviceView/delete",
  },
  what: "the data list",
  query: deviceViewQuery,
});
export type DeviceView = z.output<typeof deviceViews.view>;
