import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { layoutRead, layoutVersion } from "./layout.ts";
import { layoutDraft, placeableUnit } from "./layout-edit.ts";
import { id } from "./primitives.ts";

/** Far more than a layout is ever published. */
const versionParameter = z.coerce.number<number>().int().min(1).max(1_000_000);

export const listLayoutVersions = defineEndpoint({
  method: "GET",
  path: "/workData/layout/versions",
  summary: "Published versions of a plant's layout, the newest first",
  access: layoutRead,
  query: z.object({
    stationId: id,
    /** `next` of the page before; without it the newest versions. */
    before: versionParameter.optional(),
  }),
  data: z.object({
    rows: z.array(layoutVersion),
    /** For the versions that follow; null at the end. */
    next: z.int().nullable(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  // Another editor may publish at any time.
  cache: "bypass",
});

export const getLayoutVersion = defineEndpoint({
  method: "GET",
  path: "/workData/layout/version",
  summary: "One published version of a plant's layout, and the units in it",
  access: layoutRead,
  query: z.object({ stationId: id, version: versionParameter }),
  data: layoutVersion.extend({
    /** Without its photograph for users who do not edit the layout: they see that of the latest version only. */
    layout: layoutDraft,
    /** Units of the version, by their keys in it. */
    units: z.array(
      placeableUnit.pick({ key: true, label: true }).extend({
        /** Of the unit that is in the slot or was in it last; null where the plant's devices are hidden from the caller. */
        sn: z.string().nullable(),
        /** Whether a device of the plant is in its slot now. */
        isInPlant: z.boolean(),
      }),
    ),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  // Its units leave the plant, and return, without a change of the layout.
  cache: "bypass",
});
