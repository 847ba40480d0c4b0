import { z } from "zod";
import { deviceType } from "./device.ts";
import { IMPORT_LIMITS, importFieldNames } from "./device-import-limits.ts";
import type { Upload } from "./endpoint.ts";
import { defineEndpoint } from "./endpoint.ts";
import { startedJob } from "./job.ts";
import { id, instant, language, line, listOf, paging, requiredLine } from "./primitives.ts";
import { sheetFormat } from "./station-export.ts";

/** `plant`: adds registered devices to a plant. `register`: enters devices with their registration codes. */
export const importKind = z.enum(["plant", "register"]);
export type ImportKind = z.output<typeof importKind>;

/** What a column of the file contains. */
export const importField = z.enum(importFieldNames);

const MIB = 1024 * 1024;
export const importUpload = {
  // Browsers know the type by the extension of the file, some of them as none or as one of Excel.
  contentTypes: [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "text/csv",
    "application/csv",
    "text/plain",
    "application/vnd.ms-excel",
    "application/octet-stream",
  ],
  maxBytes: IMPORT_LIMITS.fileMiB * MIB,
  typeRefusal: "importFile.type",
} as const satisfies Upload;

const importers = { who: ["device:import", "device:register"], scope: { kind: "none" } } as const;
const listPath = "/workData/device/import/list";
const resultPath = "/workData/device/import/result";
const detailPath = "/workData/device/import/detail";

const importColumns = z.array(
  z.object({
    title: z.string(),
    /** What it contains: as last chosen, checked or imported, or what its title names in one of the four languages. */
    field: importField.nullable(),
    /** Of the first rows; registration codes are masked. */
    samples: z.array(z.string()),
  }),
);

export const readImport = defineEndpoint({
  method: "POST",
  path: "/workData/device/import/read",
  summary: `Upload an .xlsx or .csv file of at most ${IMPORT_LIMITS.rows} devices; nothing is checked or written yet`,
  access: importers,
  query: z.object({
    kind: importKind,
    fileName: requiredLine(120),
    /** The plant that the devices are for, so that the import can be continued elsewhere. */
    stationId: id.optional(),
  }),
  upload: importUpload,
  data: z.object({
    importId: id,
    total: z.int(),
    columns: importColumns,
  }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0501", "A0700"],
  invalidates: [listPath],
});
export type ImportColumns = z.output<typeof readImport.data>;

/** What each column contains; null for one that is not imported. */
const columnFields = z.array(importField.nullable()).min(1).max(IMPORT_LIMITS.columns);

export const chooseImportColumns = defineEndpoint({
  method: "POST",
  path: "/workData/device/import/columns",
  summary:
    "Keep what the columns of an uploaded file contain until its rows are checked; nothing is checked yet",
  access: importers,
  body: z.strictObject({ importId: id, columns: columnFields }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [detailPath, listPath],
});

/** `check` writes nothing; `all` writes every row or none; `valid` writes the rows without errors. */
const importMode = z.enum(["check", "all", "valid"]);
export type ImportMode = z.output<typeof importMode>;

const importRun = {
  importId: id,
  columns: columnFields,
  mode: importMode,
};

export const importToPlant = defineEndpoint({
  method: "POST",
  path: "/workData/device/import/toPlant",
  summary: "Check the rows of an uploaded file, or add them to a plant, in a background job (`/job`)",
  access: {
    who: ["device:import"],
    scope: { kind: "plant", level: "install", by: { stationId: "stationId" } },
  },
  body: z.strictObject({ stationId: id, ...importRun }),
  data: startedJob,
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440", "A0501"],
  invalidates: ["/job/list", listPath, detailPath, resultPath],
});

export const importToRegister = defineEndpoint({
  method: "POST",
  path: "/workData/device/import/toRegister",
  summary: "Check the rows of an uploaded file, or register its devices, in a background job (`/job`)",
  access: { who: ["device:register"], scope: { kind: "platform" } },
  body: z.strictObject(importRun),
  data: startedJob,
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440", "A0501"],
  invalidates: ["/job/list", listPath, detailPath, resultPath],
});

const importEdit = z.strictObject({
  /** Number of the row in the file. */
  row: z.int().min(1),
  /** Its column is the one of the last check. */
  field: importField,
  value: line(IMPORT_LIMITS.cellCharacters),
});
export type ImportEdit = z.output<typeof importEdit>;

export const editImport = defineEndpoint({
  method: "POST",
  path: "/workData/device/import/edit",
  summary: `Correct cells of a checked file, at most ${IMPORT_LIMITS.editedCharacters} characters in all; nothing is written until its rows are checked again`,
  access: importers,
  body: z.strictObject({
    importId: id,
    edits: z.array(importEdit).min(1).max(IMPORT_LIMITS.edits),
  }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [listPath, detailPath, resultPath],
});

const importHead = {
  kind: importKind,
  /** The plant it is for; null for the register, and before the first check where the upload named none. */
  stationId: id.nullable(),
  fileName: z.string(),
  /** `read`: not checked yet, or not since cells were corrected. */
  state: z.enum(["read", "checked", "written"]),
  total: z.int(),
  /** Rows with a problem, among them those not checked since they were corrected. */
  wrong: z.int(),
  written: z.int(),
  createdAt: instant,
};

export const listImports = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "Imports of the caller that are kept, the newest first; each is kept for a day, and five at most",
  access: importers,
  query: z.object({}),
  data: z.array(z.object({ importId: id, ...importHead })),
  errors: ["A0230", "A0300", "A0400"],
  cache: "bypass",
});
export type KeptImport = z.output<typeof listImports.data>[number];

export const getImport = defineEndpoint({
  method: "GET",
  path: detailPath,
  summary: "State of an import of the caller, with its columns and its last job, so that it can be continued",
  access: importers,
  query: z.object({ importId: id }),
  data: z.object({
    ...importHead,
    columns: importColumns,
    /** The job that checks or writes it, or has done so last; null before the first one, and once it is deleted. */
    lastRun: z.object({ jobId: id, mode: importMode }).nullable(),
    /** Whether columns were chosen since the last job was started: its result says nothing about them. */
    areColumnsChanged: z.boolean(),
    /** Rows with the same problem, counted; the most frequent first. */
    problems: z.array(
      z.object({ key: z.string(), field: importField.nullable(), text: z.string(), count: z.int() }),
    ),
  }),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});
export type ImportState = z.output<typeof getImport.data>;

export const listImportResults = defineEndpoint({
  method: "GET",
  path: resultPath,
  summary: "Results of an import of the caller, row by row",
  access: importers,
  query: z.object({
    importId: id,
    onlyWrong: z.stringbool().default(false),
    /** Only rows with this problem: its key in the state of the import. */
    problem: z.string().max(60).optional(),
    page: paging.page,
    pageSize: paging.pageSize,
  }),
  data: listOf(
    z.object({
      /** Number of the row in the file. */
      row: z.int(),
      sn: z.string(),
      alias: z.string(),
      place: z.string(),
      parentSn: z.string(),
      type: deviceType.nullable(),
      model: z.string(),
      /** Empty for a row without errors; `importRow.unchecked` for one not checked since it was corrected. */
      problems: z.array(z.object({ key: z.string(), field: importField.nullable(), text: z.string() })),
    }),
  ),
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});
export type ImportResult = z.output<typeof listImportResults.data>["rows"][number];

export const getImportFile = defineEndpoint({
  method: "GET",
  path: "/workData/device/import/file",
  summary: "The rows with errors as they were uploaded, with the reason beside each, to be corrected",
  access: importers,
  query: z.object({ importId: id }),
  data: z.custom<Blob>(),
  responseType: "file",
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const getImportTemplate = defineEndpoint({
  method: "GET",
  path: "/workData/device/import/template",
  summary: "An empty file with the columns of an import, in one of the four languages",
  access: importers,
  query: z.object({ kind: importKind, format: sheetFormat, language }),
  data: z.custom<Blob>(),
  responseType: "file",
  errors: ["A0230", "A0300", "A0400"],
  cache: "bypass",
});
