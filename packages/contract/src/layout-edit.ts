import { z } from "zod";
import { deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { layoutBackground } from "./layout-background.ts";
import { MAX_GROUP_NAME, MAX_LAYOUT_GROUPS, MAX_LAYOUT_MODULES, MAX_LAYOUT_SIDE } from "./layout-limits.ts";
import type { MessageKey } from "./messages/en.ts";
import { pictureUpload, uploadedPicture } from "./picture.ts";
import { id, instant, uuidKey } from "./primitives.ts";

/** Who places devices on the roof: the installer company and higher levels. */
export const layoutEdit = {
  who: ["device:edit"],
  scope: { kind: "plant", level: "install", by: { stationId: "stationId" }, part: "layout" },
} as const;

/** Far more than any plant is wide. */
const metres = z.number().min(-100_000).max(100_000);
const moduleSide = z.number().min(0.05).max(20);

const cell = z.strictObject({
  /** From 0. */
  row: z
    .int()
    .min(0)
    .max(MAX_LAYOUT_SIDE - 1),
  column: z
    .int()
    .min(0)
    .max(MAX_LAYOUT_SIDE - 1),
  /** Key of the unit, as in `units` of the editor; null for a module without one. */
  unit: z.int().nullable(),
  /** Where of nine places the unit is on its module, by rows from the top left; null where it is not known. */
  pole: z.int().min(1).max(9).nullable(),
});

/** It addresses nothing: the same key in another plant is another group. */
const groupKey = uuidKey;

const group = z
  .strictObject({
    /** The same in every version that has the group; chosen by the client. */
    groupKey,
    name: z.string().max(MAX_GROUP_NAME),
    rows: z.int().min(1).max(MAX_LAYOUT_SIDE),
    columns: z.int().min(1).max(MAX_LAYOUT_SIDE),
    tiltDeg: z.number().min(0).max(90).nullable(),
    azimuthDeg: z.number().min(0).lt(360).nullable(),
    /** Clockwise, around the upper left corner. */
    rotationDeg: z.number().min(-360).max(360),
    xM: metres,
    yM: metres,
    moduleWidthM: moduleSide,
    moduleHeightM: moduleSide,
    /** All groups together have at most `MAX_LAYOUT_MODULES`. */
    cells: z.array(cell),
  })
  .refine(({ cells, rows, columns }) => {
    const places = new Set(cells.map(({ row, column }) => row * columns + column));
    return places.size === cells.length && cells.every(({ row, column }) => row < rows && column < columns);
  }, "field.layoutPlaces" satisfies MessageKey);

export const layoutDraft = z.strictObject({
  groups: z
    .array(group)
    .max(MAX_LAYOUT_GROUPS)
    .refine(
      (groups) => new Set(groups.map(({ groupKey }) => groupKey)).size === groups.length,
      "field.layoutPlaces" satisfies MessageKey,
    )
    .refine(
      (groups) => groups.reduce((sum, { cells }) => sum + cells.length, 0) <= MAX_LAYOUT_MODULES,
      "field.layoutModules" satisfies MessageKey,
    ),
  /** Absent without a photograph under the modules. */
  background: layoutBackground.optional(),
});
export type LayoutDraft = z.output<typeof layoutDraft>;
export type DraftGroup = LayoutDraft["groups"][number];
export type DraftCell = DraftGroup["cells"][number];

const revision = z.int().min(1);

export const placeableUnit = z.object({
  /** Number of the unit in a draft: that of its slot, so that its history stays with its place; else minus its device's. */
  key: z.int(),
  /** Null in an empty slot. */
  type: deviceType.nullable(),
  sn: z.string().nullable(),
  label: z.string(),
  /** Serial number of the device it is wired to. */
  parentSn: z.string().nullable(),
});
export type PlaceableUnit = z.output<typeof placeableUnit>;

const editorPath = "/workData/layout/editor";

export const getLayoutEditor = defineEndpoint({
  method: "GET",
  path: editorPath,
  summary:
    "The layout of a plant to edit: what is published, or an automatic arrangement, and the plant's draft",
  access: layoutEdit,
  query: z.object({ stationId: id }),
  data: z.object({
    /** Number of the published version; null without one. */
    version: z.int().nullable(),
    layout: layoutDraft,
    /** One draft of a plant at a time, shared by its editors; null without one. */
    draft: z
      .object({
        revision,
        savedAt: instant,
        /** Null when the account no longer exists. */
        savedBy: z.string().nullable(),
        /** Whether the caller saved it last. */
        isOwn: z.boolean(),
        layout: layoutDraft,
      })
      .nullable(),
    /** Every device that can have a place, and every empty slot of the layout or the draft. */
    units: z.array(placeableUnit),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  // Another editor may save at any time.
  cache: "bypass",
});

export const saveLayoutDraft = defineEndpoint({
  method: "POST",
  path: "/workData/layout/saveDraft",
  summary:
    "Save the draft of a plant's layout; refused with A0440 when someone else has saved, published or discarded it",
  access: layoutEdit,
  body: z.strictObject({
    stationId: id,
    /** Of the draft that was read or saved last; null when there was none. */
    revision: revision.nullable(),
    layout: layoutDraft,
  }),
  data: z.object({ revision, savedAt: instant }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [],
});

export const uploadLayoutPicture = defineEndpoint({
  method: "POST",
  path: "/workData/layout/picture",
  summary: "Upload a photograph to lie under the modules of a plant's layout; a draft then refers to its id",
  access: layoutEdit,
  query: z.object({ stationId: id }),
  upload: pictureUpload,
  data: uploadedPicture,
  errors: ["A0230", "A0300", "A0400", "A0404", "A0501", "A0700"],
  invalidates: [],
});

export const discardLayoutDraft = defineEndpoint({
  method: "POST",
  path: "/workData/layout/discardDraft",
  summary: "Delete the draft of a plant's layout; refused with A0440 when someone else has saved it since",
  access: layoutEdit,
  body: z.strictObject({ stationId: id, revision }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [],
});

export const publishLayoutDraft = defineEndpoint({
  method: "POST",
  path: "/workData/layout/publish",
  summary: "Publish the draft of a plant's layout as its next version; A0421 for a draft without modules",
  access: layoutEdit,
  body: z.strictObject({ stationId: id, revision }),
  data: z.object({
    version: z.int().min(1),
    /** Places whose unit has left the plant since the draft was saved: they are published without a unit. */
    emptied: z.int().min(0),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0421", "A0440"],
  invalidates: [
    editorPath,
    "/workData/layout/published",
    "/workData/layout/versions",
    "/workData/device/settings",
    "/workData/device/detail",
    "/workData/device/list",
    "/workData/device/place",
  ],
});
