import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { MAX_PLANT_VIEWS } from "./plant-view-limits.ts";
import { id, paging, requiredLine } from "./primitives.ts";
import { plantListing } from "./station.ts";

// Views belong to one account and are visible to it only.
const own = { who: "signed-in", scope: { kind: "none" } } as const;

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

const fields = {
  name: requiredLine(60),
  kind: z.enum(["table", "cards"]),
  query: plantViewQuery,
  /** Columns that the account has shown or hidden, by their key. */
  columns: z
    .record(z.string().regex(/^[A-Za-z]{1,40}$/), z.boolean())
    .refine((columns) => Object.keys(columns).length <= 40, { error: "field.format" }),
  /** Opened first; at most one view of an account. */
  isDefault: z.boolean(),
} as const;

export const plantView = z.object({ viewId: id, ...fields });
export type PlantView = z.output<typeof plantView>;

export const listPlantViews = defineEndpoint({
  method: "GET",
  path: "/user/plantView/list",
  summary: "The caller's saved views of the plant list, by name",
  access: own,
  data: z.object({ rows: z.array(plantView), total: z.int().min(0) }),
  errors: ["A0230", "A0300"],
});

export const savePlantView = defineEndpoint({
  method: "POST",
  path: "/user/plantView/save",
  summary: `Save a view of the plant list, or replace one; an account has ${MAX_PLANT_VIEWS} at most`,
  access: own,
  body: z.strictObject({
    /** The view to replace; a new one without it. */
    viewId: id.optional(),
    ...fields,
  }),
  data: z.object({ viewId: id }),
  errors: ["A0111", "A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: ["/user/plantView/list"],
});

export const deletePlantView = defineEndpoint({
  method: "POST",
  path: "/user/plantView/delete",
  summary: "Delete a saved view of the plant list",
  access: own,
  body: z.strictObject({ viewId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  invalidates: ["/user/plantView/list"],
});
