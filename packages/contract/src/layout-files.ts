import { z } from "zod";
import type { Upload } from "./endpoint.ts";
import { defineEndpoint } from "./endpoint.ts";
import { layoutDraft, layoutEdit } from "./layout-edit.ts";
import { MAX_LAYOUT_FILE_MIB } from "./layout-limits.ts";
import { id } from "./primitives.ts";

/** Formats of a layout file, docs/layout-format.md: `csv` is a list of modules, `xlsx` a map of them. */
const layoutFileFormat = z.enum(["json", "csv", "xlsx"]);
export type LayoutFileFormat = z.output<typeof layoutFileFormat>;

const layoutUpload = {
  // Browsers know the type by the extension of the file, some of them as none or as one of Excel.
  contentTypes: [
    "application/octet-stream",
    "application/json",
    "text/csv",
    "text/plain",
    "application/vnd.ms-excel",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ],
  maxBytes: MAX_LAYOUT_FILE_MIB * 1024 * 1024,
  typeRefusal: "layoutFile.type",
} as const satisfies Upload;

export const exportLayout = defineEndpoint({
  method: "GET",
  path: "/workData/layout/export",
  summary: "The layout of a plant as a file: its draft, or what is published (docs/layout-format.md)",
  access: layoutEdit,
  query: z.object({
    stationId: id,
    format: layoutFileFormat,
    /** Without a draft, the published layout or the automatic arrangement. */
    source: z.enum(["draft", "published"]).default("draft"),
  }),
  data: z.custom<Blob>(),
  responseType: "file",
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const readLayoutFile = defineEndpoint({
  method: "POST",
  path: "/workData/layout/read",
  summary: "Read a layout from a file for the plant's editor; nothing is saved",
  access: layoutEdit,
  query: z.object({ stationId: id, format: layoutFileFormat }),
  upload: layoutUpload,
  data: z.object({
    /** Null where the file has problems. */
    layout: layoutDraft.nullable(),
    /** Units of the file that the plant does not have: their modules are without a unit. */
    unknown: z.array(z.string()),
    problems: z.array(
      z.object({
        /** Null in JSON, where the column is the path of the value. */
        row: z.int().nullable(),
        column: z.string(),
        /** A sentence with row and column. */
        text: z.string(),
      }),
    ),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0700"],
  invalidates: [],
});
