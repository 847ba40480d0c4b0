import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { MAX_TAGGED_PLANTS } from "./plant-tag-limits.ts";
import { id } from "./primitives.ts";
import { plantTag } from "./station.ts";

/** Tags in one call. */
const MAX_TAGS = 20;

/**
 * Result of one plant of a call for many. `notAllowed`: the caller sees the plant but may not edit it; `unchanged`: it has
 * these tags already; `tooMany`: it would have too many tags.
 */
export const plantTagResult = z.enum(["done", "unchanged", "notAllowed", "tooMany"]);
export type PlantTagResult = z.output<typeof plantTagResult>;

const tags = z.array(plantTag).max(MAX_TAGS).default([]);

export const changeTags = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/tags",
  summary: "Add tags to plants and remove others, with a result for each plant",
  access: { who: ["station:edit"], scope: { kind: "in-scope" } },
  body: z.strictObject({
    stationIds: z
      .array(id)
      .min(1)
      .max(MAX_TAGGED_PLANTS)
      .refine((ids) => new Set(ids).size === ids.length, { error: "field.twice" }),
    add: tags,
    /** A tag that is also added remains. */
    remove: tags,
  }),
  /** Plants that do not exist or are not visible to the caller have no row. */
  data: z.object({ rows: z.array(z.object({ stationId: id, result: plantTagResult })) }),
  errors: ["A0230", "A0300", "A0400"],
  invalidates: [
    "/workData/powerStation/list",
    "/workData/powerStation/choices",
    "/workData/powerStation/detail",
  ],
});
