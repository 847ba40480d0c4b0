import { z } from "zod";
import { deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import { layoutBackground } from "./layout-background.ts";
import { pictureFile } from "./picture.ts";
import { id, instant, language, plantDay } from "./primitives.ts";

/** Hidden from participants where the plant's settings hide the layout (R6.7), and from everyone else but its companies. */
export const layoutRead = {
  who: ["station:read"],
  scope: { kind: "plant", level: "read", by: { stationId: "stationId" }, part: "layout" },
} as const;

/** Modules in rows and columns on one plane. Lengths in metres, x to the right and y down from above the roof. */
const layoutGroup = z.object({
  name: z.string(),
  rows: z.int().min(1),
  columns: z.int().min(1),
  /** Null where it is not known. */
  tiltDeg: z.number().nullable(),
  azimuthDeg: z.number().nullable(),
  /** Clockwise, around the upper left corner. */
  rotationDeg: z.number(),
  /** The upper left corner. */
  xM: z.number(),
  yM: z.number(),
  /** From one module to the next. */
  moduleWidthM: z.number().positive(),
  moduleHeightM: z.number().positive(),
});
export type LayoutGroup = z.output<typeof layoutGroup>;

const layoutUnit = z.object({
  /** Number of the unit in the day file. */
  key: z.int(),
  /** Null in an empty slot. */
  type: deviceType.nullable(),
  /** Null in an empty slot, and where the plant's devices are hidden from the caller. */
  deviceId: id.nullable(),
  sn: z.string().nullable(),
  label: z.string(),
  ratedPowerW: z.number().nullable(),
  /** Index of the device it is wired to; null without one. */
  parent: z.int().nullable(),
});
export type LayoutUnit = z.output<typeof layoutUnit>;

/** A published version of a plant's layout. */
export const layoutVersion = z.object({
  /** 1 for the first one of a plant, then 2, …: it names nothing in another plant. */
  number: z.int().min(1),
  publishedAt: instant,
  /** Null where it was not published by an account, or its account no longer exists. */
  publishedBy: z.string().nullable(),
});
export type LayoutVersion = z.output<typeof layoutVersion>;

export const getLayout = defineEndpoint({
  method: "GET",
  path: "/workData/layout/published",
  summary: "Published layout of a plant, or an automatic arrangement of its units",
  access: layoutRead,
  query: z.object({ stationId: id }),
  data: z.object({
    /** `automatic`: no layout is published; each row is a string, and the places are not those on the roof. */
    arrangement: z.enum(["published", "automatic"]),
    /** Null without a published layout. */
    version: layoutVersion.nullable(),
    groups: z.array(layoutGroup),
    /** Null without a photograph under the modules. */
    background: layoutBackground.nullable(),
    /** Every device of the plant and every empty slot of the layout, strings after their gateway. */
    units: z.array(layoutUnit),
    /** One entry for each module; a unit that serves several modules has several. Rows and columns from 0. */
    cells: z.object({
      /** Index of the group. */
      group: z.array(z.int()),
      row: z.array(z.int()),
      column: z.array(z.int()),
      /** Index of the unit. */
      unit: z.array(z.int()),
    }),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const getLayoutPicture = defineEndpoint({
  method: "GET",
  path: "/workData/layout/picture",
  summary:
    "The photograph under the modules of a published layout; for those who edit it that of the draft too",
  access: layoutRead,
  query: z.object({ stationId: id, layoutPictureId: id }),
  data: pictureFile,
  responseType: "file",
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const getLayoutPdf = defineEndpoint({
  method: "GET",
  path: "/workData/layout/pdf",
  summary: "The published layout of a plant as a PDF: every module at its place, and a list of them",
  access: layoutRead,
  query: z.object({ stationId: id, language }),
  data: z.custom<Blob>(),
  responseType: "file",
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const getLayoutExpected = defineEndpoint({
  method: "GET",
  path: "/workData/layout/expected",
  summary: "Expected power of each plane of a plant's roof over one of its days",
  access: layoutRead,
  query: z.object({ stationId: id, day: plantDay }),
  data: z.object({
    /** `irradiance`: measured at the plant; `clear-sky`: without clouds; `none`: the plant has no coordinates. */
    from: z.enum(["irradiance", "clear-sky", "none"]),
    /** Begin of the day, UTC ms. */
    fromAt: z.int(),
    stepS: z.int().min(1),
    /** Index of the plane of each group of the layout. */
    groups: z.array(z.int()),
    /** W of 1 kWp on the DC side, by plane and step; null where nothing is known, empty without coordinates. */
    planes: z.array(z.array(z.number().nullable())),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const getLayoutDay = defineEndpoint({
  method: "GET",
  path: "/workData/layout/day",
  summary: "Values of all units of a plant over one of its days, as a compact file (docs/layout-day.md)",
  access: layoutRead,
  query: z.object({ stationId: id, day: plantDay }),
  data: z.custom<Blob>(),
  responseType: "file",
  errors: ["A0230", "A0300", "A0400", "A0404"],
});
