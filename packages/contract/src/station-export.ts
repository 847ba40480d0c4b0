import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { startedJob } from "./job.ts";
import type { MessageKey } from "./messages/en.ts";
import { MAX_EXPORT_NAME } from "./plant-limits.ts";
import { id, paging, requiredLine } from "./primitives.ts";
import { plantListing } from "./station.ts";

/** Chosen plants of one export. */
const MAX_CHOSEN_PLANTS = 10_000;

const plantColumn = z.enum([
  "number",
  // Followed by a column of its reason.
  "status",
  "name",
  "powerW",
  "efficiency",
  "energyTodayKwh",
  "energyMonthKwh",
  "energyYearKwh",
  "energyTotalKwh",
  "specificYieldKwhPerKwp",
  // Followed by a column of its currency.
  "earningsToday",
  "openAlarms",
  "tags",
  "installedCapacityKwp",
  "createdAt",
  "updatedAt",
]);
export type PlantColumn = z.output<typeof plantColumn>;

export const sheetFormat = z.enum(["csv", "xlsx"]);
export type SheetFormat = z.output<typeof sheetFormat>;

/** Format and name of a file to write. */
export const exportFile = {
  format: sheetFormat,
  /** Without its extension. */
  fileName: requiredLine(MAX_EXPORT_NAME)
    // What file systems refuse in names, and names that are only dots.
    .regex(/^[^\\/:*?"<>|]+$/u, { error: "field.fileName" satisfies MessageKey })
    .regex(/[^.]/u, { error: "field.fileName" satisfies MessageKey }),
} as const;

const plantExport = z.strictObject({
  ...exportFile,
  /** In the order of the file. */
  columns: z
    .array(plantColumn)
    .min(1)
    .max(plantColumn.options.length)
    .refine((columns) => new Set(columns).size === columns.length, {
      error: "field.twice" satisfies MessageKey,
    }),
  ...plantListing,
  order: paging.order,
  /** Only these of the plants that match. */
  stationIds: z.array(id).max(MAX_CHOSEN_PLANTS).optional(),
});
export type PlantExport = z.output<typeof plantExport>;

export const exportStations = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/export",
  summary: "Write the caller's plants to a file in a background job (`/job`)",
  access: { who: ["station:read"], scope: { kind: "in-scope" } },
  body: plantExport,
  data: startedJob,
  errors: ["A0230", "A0300", "A0400", "A0404", "A0501"],
  invalidates: ["/job/list"],
});
